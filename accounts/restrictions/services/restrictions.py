"""Restrictions of players: imposed by one person, lifted early by two others.

The account's state is the strongest active restriction, or the state before. Every step takes a lock on the
player's row, for which bets, deposits and closing wait.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import State, StateChange, User
from accounts.restrictions.refusals import (
    EndNotPossible,
    LiftingNotDue,
    NotLiftable,
    NotRestrictable,
    RestrictedAlready,
)
from accounts.restrictions.selectors.active_restrictions import (
    find_active,
    find_due_restrictions,
    strongest_kind,
)
from accounts.restrictions.selectors.listed_players import active_listings
from accounts.restrictions.services.states import activate_confirmed, change_state
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record

Kind = Restriction.Kind
_LIFTING: Final = DecisionFlow(LiftingDecision, build_right_check(Right.APPROVE_PLAYERS))
BY_STAFF: Final = (Kind.SUSPENDED, Kind.OPERATOR_EXCLUDED, Kind.LOCKED)
_LETTERS: Final[Mapping[str, Letter.Kind]] = {
    Kind.SUSPENDED: Letter.Kind.SUSPENDED,
    Kind.OPERATOR_EXCLUDED: Letter.Kind.EXCLUDED,
    Kind.LOCKED: Letter.Kind.LOCKED,
}


@dataclass(frozen=True, slots=True)
class RestrictionRequest:
    """Restriction to impose: kind, reason, end (None: until lifted).

    `words` are for the player; the reason stays with staff.
    """

    kind: str
    reason: str
    until: datetime | None = None
    words: str = ""


@transaction.atomic
def impose_restriction(
    player_id: int, measure: RestrictionRequest, *, key: UUID, acting_user: User
) -> Restriction:
    """Restrict a player from now on; only an exclusion can have an end. Idempotent by key. Locks the player.

    Raises NotPermitted, ReasonMissing, NotRestrictable, EndNotPossible, RestrictedAlready, and ChangedMeanwhile
    if the key belongs to another restriction.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason, kind, until = require_reason(measure.reason), measure.kind, measure.until
    player = _locked(player_id)
    if found := Restriction.objects.filter(key=key).first():
        if (found.player_id, found.kind, found.imposed_by_id) != (player_id, kind, acting_user.pk):
            raise ChangedMeanwhile
        return found
    _verify(player, kind, until)
    made = Restriction.objects.create(
        key=key, player=player, kind=kind, until=until, reason=reason, imposed_by=acting_user
    )
    Letter.objects.create(
        player=player, kind=_LETTERS[kind], restriction=made, words=measure.words.strip()
    )
    data = {"kind": kind, "until": until and until.isoformat(), "reason": reason}
    record(
        EventKind.PLAYER_RESTRICTED, actor=acting_user.pk, subject=f"user {player.pk}", data=data
    )
    update_state(player, reason, acting_user)
    return made


def _verify(player: User, kind: str, until: datetime | None) -> None:
    if kind not in BY_STAFF or player.is_staff or player.state == State.CLOSED:
        raise NotRestrictable
    if until is not None and (kind != Kind.OPERATOR_EXCLUDED or until <= timezone.now()):
        raise EndNotPossible
    longer = Q(until__isnull=True) if until is None else Q(until__isnull=True) | Q(until__gte=until)
    if find_active(player.pk).filter(longer, kind=kind).exists():
        raise RestrictedAlready


@transaction.atomic
def propose_lifting(restriction_id: int, *, acting_user: User, reason: str) -> Lifting:
    """Propose to end a restriction. The same proposal again returns the waiting one. Locks the player.

    Raises NotPermitted, ReasonMissing, NotLiftable, and ChangedMeanwhile if another proposal waits.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    restriction = Restriction.objects.get(pk=restriction_id)
    _locked(restriction.player_id)
    _see_liftable(restriction)
    if waiting := Lifting.objects.filter(restriction=restriction, decision=None).first():
        if (waiting.proposed_by_id, waiting.reason) == (acting_user.pk, reason):
            return waiting
        raise ChangedMeanwhile
    lifting = Lifting.objects.create(
        restriction=restriction, reason=reason, proposed_by=acting_user
    )
    _tell(EventKind.LIFTING_PROPOSED, restriction, acting_user, {"reason": reason})
    return lifting


@transaction.atomic
def decide_lifting(
    lifting_id: int, *, approved: bool, acting_user: User, reason: str
) -> LiftingDecision:
    """Decide a lifting, as a person who neither imposed the restriction nor proposed its end. Locks the player.

    Raises as `DecisionFlow.decide`, NotLiftable, LiftingNotDue.
    """
    verdict = _LIFTING.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    lifting = Lifting.objects.select_related("restriction").get(pk=lifting_id)
    restriction = lifting.restriction
    player = _locked(restriction.player_id)  # serialises decisions

    def carry_out() -> dict[str, object]:
        if approved:
            _see_liftable(restriction)
            _see_waited(lifting)
        return {}

    decision, is_new = _LIFTING.decide(lifting, verdict, carry_out)
    if not is_new:
        return decision
    data = {
        "approved": approved,
        "note": decision.reason,
        "proposed_by": lifting.proposed_by_id,
    }
    _tell(EventKind.LIFTING_DECIDED, restriction, acting_user, data)
    if approved:
        Letter.objects.create(player=player, kind=Letter.Kind.LIFTED, restriction=restriction)
        update_state(player, lifting.reason, acting_user)
    return decision


@transaction.atomic
def end_restriction(restriction_id: int, now: datetime) -> bool:
    """End a restriction if it is still due. Return whether it was; a locked player waits for the next run."""
    restriction = Restriction.objects.get(pk=restriction_id)
    players = User.objects.select_for_update(skip_locked=True)
    player = players.filter(pk=restriction.player_id).first()
    if player is None or not find_due_restrictions(now).filter(pk=restriction_id).exists():
        return False
    update_state(player, OwnReason.TERM_OVER.value, None)
    Letter.objects.create(player=player, kind=Letter.Kind.OVER, restriction=restriction)
    return True


def update_state(player: User, reason: str, acting_user: User | None) -> None:
    """Set a locked player's state to the strongest active restriction, or to the state before."""
    if player.state == State.CLOSED:
        return
    state = strongest_kind(player.pk) or _before(player)
    if state == player.state:
        return
    change_state(player, state, reason, acting_user=acting_user)
    activate_confirmed(player)  # the address may have been confirmed in the meantime


def _before(player: User) -> str:
    free = StateChange.objects.filter(
        user=player, from_state__in=[State.PENDING, State.ACTIVE]
    ).order_by("-id")
    return free.values_list("from_state", flat=True).first() or State.PENDING


def _see_liftable(restriction: Restriction) -> None:
    if (
        not (restriction.kind in BY_STAFF or restriction.by_staff)
        or active_listings(restriction.player_id).filter(pk=restriction.pk).exists()
        or not find_active(restriction.player_id).filter(pk=restriction.pk).exists()
    ):
        raise NotLiftable


def _see_waited(lifting: Lifting) -> None:
    """Raise LiftingNotDue before an indefinite self-exclusion's wait is over, counted from the proposal."""
    due = lifting.proposed_at + timedelta(hours=lifting.restriction.return_hours)
    if lifting.restriction.by_staff and due > timezone.now():
        raise LiftingNotDue(due)


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id)


def _tell(
    kind: EventKind, restriction: Restriction, acting_user: User, data: Mapping[str, object]
) -> None:
    about = {"restriction": restriction.pk, "kind": restriction.kind, **data}
    record(kind, actor=acting_user.pk, subject=f"user {restriction.player_id}", data=about)
