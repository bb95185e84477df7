"""Checks of accounts and player protection."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext, gettext_lazy as _

from accounts.gate.selectors.sources import find_missing_sources
from accounts.identity.selectors.duplicate_accounts import undecided_pairs
from accounts.models.policies import PolicyKind
from accounts.models.restrictions import LiftingDecision, Restriction
from accounts.models.users import Consent, State, StateChange, User
from accounts.policies.selectors.versions import versions_in_force
from accounts.restrictions.selectors.active_restrictions import EXCLUDED
from casino.models import Round
from compliance.models import Dispute, DisputeState
from profiles.selectors.in_force import profile_in_force
from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence, evidence_check, judge
from wallet.money.values import PLAY_MONEY

_DAY: Final = timedelta(days=1)
_RECENT: Final = 100
_IDLE_LIMIT: Final = 30 * 60  # seconds, GLI-19 2.5.4
_ON_ITS_WAY: Final = timedelta(seconds=2)
"""A bet that was accepted before the exclusion may begin its round this much later."""

_SOURCES: Final = {
    "register": _("exclusion register"),
    "location": _("location"),
    "sanctions": _("sanctions list"),
    "joint_limits": _("joint deposit limits"),
}
_DECIDED_WITHIN: Final = timedelta(days=30)
_EXPLAINED: Final = (
    *(State.LOCKED, State.SUSPENDED, State.SELF_EXCLUDED),
    *(State.OPERATOR_EXCLUDED, State.CLOSED),
)


@evidence_check
def consents_complete(_now: datetime) -> ItemEvidence:
    """The newest accounts have accepted the terms and the privacy notice."""
    newest = User.objects.filter(is_staff=False, is_guest=False, is_test_account=False)
    ids = list(newest.order_by("-pk").values_list("pk", flat=True)[:_RECENT])
    if not ids:
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("Nobody has signed up yet."))
    given = Consent.objects.filter(user__in=ids, kind__in=("terms", "privacy"))
    complete = given.values("user", "kind").distinct().count() == 2 * len(ids)
    return judge(
        holds=complete,
        good=_("The newest accounts have accepted terms and privacy notice."),
        bad=_("A new account lacks a consent."),
    )


@evidence_check
def verified_before_play(now: datetime) -> ItemEvidence:
    """No real-money round of the last day began before its player was verified."""
    begun = _real_rounds(now - _DAY)
    early = begun.filter(player__verified_at__isnull=True).exists()
    later = begun.filter(player__verified_at__gt=F("started_at")).exists()
    return judge(
        holds=not (early or later),
        good=_("Every real-money round of the last 24 hours is of a verified player."),
        bad=_("An unverified player has played with real money."),
    )


def _real_rounds(since: datetime) -> QuerySet[Round]:
    return Round.objects.filter(started_at__gt=since).exclude(currency=PLAY_MONEY)


@evidence_check
def duplicates_decided(now: datetime) -> ItemEvidence:
    """Possible duplicates are decided within 30 days."""
    late = undecided_pairs().filter(at__lt=now - _DECIDED_WITHIN).exists()
    return judge(
        holds=not late,
        good=_("No possible duplicate waits for more than 30 days."),
        bad=_("A possible duplicate has waited for more than 30 days."),
    )


@evidence_check
def idle_limit(_now: datetime) -> ItemEvidence:
    """Idle players enter the password again after 30 minutes at the latest."""
    return judge(
        holds=profile_in_force().player_idle_seconds <= _IDLE_LIMIT,
        good=_("Idle players enter the password again after 30 minutes at the latest."),
        bad=_("Idle players enter the password again later than after 30 minutes."),
    )


@evidence_check
def states_explained(_now: datetime) -> ItemEvidence:
    """Each restricted or closed account has a recorded change to its state."""
    told = StateChange.objects.filter(user=OuterRef("pk"), to_state=OuterRef("state"))
    players = User.objects.filter(is_staff=False, state__in=_EXPLAINED)
    return judge(
        holds=not players.filter(~Exists(told)).exists(),
        good=_("Each restricted or closed account has its reason in the history."),
        bad=_("An account is restricted or closed without a reason in its history."),
    )


@evidence_check
def policies_in_force(now: datetime) -> ItemEvidence:
    """Each policy has a version in force in both languages."""
    found = versions_in_force()
    missing = [kind for kind in PolicyKind if kind not in found]
    return judge(
        holds=not missing,
        good=_("Terms, privacy notice, responsible play and statement on bonuses are in force."),
        bad=_("A policy has no version in force."),
        at=now,
    )


@evidence_check
def disputes_answered(now: datetime) -> ItemEvidence:
    """No dispute waits longer than the profile allows."""
    days = timedelta(days=profile_in_force().dispute_answer_days)
    late = Dispute.objects.filter(state=DisputeState.OPEN, at__lt=now - days).exists()
    return judge(
        holds=not late,
        good=_("No dispute waits longer than promised."),
        bad=_("A dispute has waited longer than promised."),
    )


@evidence_check
def no_play_while_excluded(now: datetime) -> ItemEvidence:
    """No round of the last day began while an exclusion of its player was active."""
    lifted = LiftingDecision.objects.filter(approved=True, proposal__restriction=OuterRef("pk"))
    active = Restriction.objects.filter(
        ~Exists(lifted),
        player=OuterRef("player"),
        kind__in=EXCLUDED,
        at__lt=OuterRef("started_at") - _ON_ITS_WAY,
    ).exclude(until__lt=OuterRef("started_at"))
    return judge(
        holds=not _real_rounds(now - _DAY).filter(Exists(active)).exists(),
        good=_("No round of the last 24 hours began during an exclusion."),
        bad=_("A round began during an exclusion of its player."),
    )


@evidence_check
def help_organisations(_now: datetime) -> ItemEvidence:
    """The page of player protection names organisations that help."""
    if profile_in_force().help_organisations:
        return ItemEvidence(EvidenceOutcome.HOLDS, _("Organisations that help are named."))
    return ItemEvidence(
        EvidenceOutcome.OUTSIDE, _("The operator has not named organisations that help.")
    )


@evidence_check
def gate_sources(now: datetime) -> ItemEvidence:
    """Every list and provider that the profile asks for is there."""
    missing = find_missing_sources(now)
    if not missing:
        return ItemEvidence(
            EvidenceOutcome.HOLDS, _("Every source that the profile asks for is there."), now
        )
    labels = ", ".join(str(_SOURCES[one]) for one in missing)
    text = gettext("The operator has not supplied: %(sources)s. Play for real money is closed.")
    return ItemEvidence(EvidenceOutcome.OUTSIDE, text % {"sources": labels})
