"""Checks of rules, rounds and random numbers."""

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.incidents.selectors.freezes import open_freezes
from casino.incidents.selectors.open_rounds import OpenRoundsFilter, rounds_in_progress
from casino.models import Round, Shoe
from casino.models.deals import Status
from compliance.build.selectors.approved_rules import find_rule_differences, versions_in_play
from compliance.models import Recount
from journal.models import Event, EventKind
from reports.models.closing import ClosedDay, ClosedPart
from reports.standards.checks.ages import judge_latest
from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence, evidence_check, judge
from tables.models import Table
from tables.selectors.tables import load_mathematics_by_digest
from wallet.money.values import PLAY_MONEY

_NIGHTLY: Final = timedelta(hours=26)
_RECENT: Final = 100
_TOKEN: Final = b"gAAAA"
"""How every Fernet token begins."""

_WINDOW: Final = timedelta(days=30)
_DRAWS: Final = timedelta(days=2)
_FREEZE: Final = timedelta(days=3)
_FIELDS: Final = (
    *("public_id", "number", "player_id", "participant_id", "deal_id", "version_id", "currency"),
    *("tasa_cambio", "amount", "staked", "returned", "balance_before", "balance_after", "result"),
    *("started_at", "finished_at", "origin_id"),
)
"""Fields of a completed round that GLI-19 2.8.2 asks for; cards and choices are with its deal."""


@evidence_check
def rules_as_approved(_now: datetime) -> ItemEvidence:
    """The rules in play are those that two people approved."""
    versions = versions_in_play()
    if not versions:
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("No rules are in play yet."))
    return judge(
        holds=next(find_rule_differences(versions), None) is None,
        good=_("All rules in play are as approved."),
        bad=_("Rules in play differ from what was approved."),
    )


@evidence_check
def mathematics_current(_now: datetime) -> ItemEvidence:
    """The rules of every open table have current mathematics."""
    versions = [table.version for table in Table.objects.select_related("version")]
    if not versions:
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("There is no table yet."))
    known = load_mathematics_by_digest(versions)
    found = [known.get(one.rules_hash) for one in versions]
    return judge(
        holds=all(one is not None and one.is_current for one in found),
        good=_("The RTP of every table's rules is computed by the present program."),
        bad=_("The RTP of a table's rules is missing or outdated."),
    )


@evidence_check
def no_forgotten_rounds(now: datetime) -> ItemEvidence:
    """No round is open for 30 days."""
    late = rounds_in_progress(OpenRoundsFilter(age="month"), now).exists()
    return judge(
        holds=not late,
        good=_("No round has been open for 30 days."),
        bad=_("A round has been open for 30 days."),
    )


@evidence_check
def no_old_freezes(now: datetime) -> ItemEvidence:
    """Frozen rounds are decided within three days."""
    late = open_freezes().filter(proposed_at__lt=now - _FREEZE).exists()
    return judge(
        holds=not late,
        good=_("No frozen round waits for more than three days."),
        bad=_("A frozen round has waited for more than three days."),
    )


def newest_commitments() -> list[str]:
    """Return the commitments of the newest shoes, open or closed."""
    return list(Shoe.objects.order_by("-pk").values_list("commitment", flat=True)[:_RECENT])


@evidence_check
def seeds_unique(_now: datetime) -> ItemEvidence:
    """The newest shoes have commitments of their own, of 32 bytes."""
    newest = newest_commitments()
    if not newest:
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("There is no shoe yet."))
    whole = all(len(one) == 64 for one in newest)  # noqa: PLR2004  # hexadecimal digits of 32 bytes
    return judge(
        holds=whole and len(set(newest)) == len(newest),
        good=_("The newest shoes have seeds of their own."),
        bad=_("Two shoes have the same seed."),
    )


@evidence_check
def seeds_sealed(_now: datetime) -> ItemEvidence:
    """The seeds of the newest open shoes are stored encrypted."""
    open_shoes = Shoe.objects.exclude(status=Shoe.Status.CLOSED).order_by("-pk")
    sealed = list(open_shoes.values_list("sealed_seed", flat=True)[:_RECENT])
    if not sealed:
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("There is no open shoe."))
    return judge(
        holds=all(bytes(one).startswith(_TOKEN) for one in sealed),
        good=_("The seeds of open shoes are encrypted."),
        bad=_("The seed of an open shoe is not encrypted."),
    )


@evidence_check
def rounds_recomputed(now: datetime) -> ItemEvidence:
    """Finished rounds were recomputed by a second program last night, without differences."""
    last = Recount.objects.order_by("-pk").first()
    if last is None and not Round.objects.filter(status=Status.COMPLETED).exists():
        return ItemEvidence(EvidenceOutcome.NOT_YET, _("No round has been finished yet."))
    return judge_latest(
        now,
        last.at if last else None,
        passed=last is not None and last.differing == 0,
        interval=_NIGHTLY,
    )


@evidence_check
def sample_hand(_now: datetime) -> ItemEvidence:
    """The last completed real-money round has every field of its record."""
    rounds = Round.objects.filter(status=Status.COMPLETED).exclude(currency=PLAY_MONEY)
    sample = rounds.order_by("-pk").values(*_FIELDS).first()
    if sample is None:
        return ItemEvidence(
            EvidenceOutcome.NOT_YET, _("No round for real money has been finished yet.")
        )
    missing = sorted(name for name, value in sample.items() if value is None)
    number = sample["number"]
    return judge(
        holds=not missing,
        good=_("Round %(number)s has all fields.") % {"number": number},
        bad=_("Round %(number)s lacks: %(fields)s.")
        % {"number": number, "fields": ", ".join(missing)},
        at=sample["finished_at"],
    )


@evidence_check
def draws_watched(now: datetime) -> ItemEvidence:
    """The draws of closed shoes are tested daily, and no test of the last 30 days was unlikely."""
    unlikely = Event.objects.filter(kind=EventKind.DRAWS_UNLIKELY.value, at__gt=now - _WINDOW)
    if unlikely.exists():
        return ItemEvidence(EvidenceOutcome.FAILS, _("A test of the draws was unlikely."))
    last = ClosedDay.objects.filter(part=ClosedPart.DRAWS).order_by("-day").first()
    return judge_latest(now, last.at if last else None, passed=True, interval=_DRAWS)
