"""A player's past rounds and closed shoes."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models.users import User
from api.resources.rounds import FeltResource, RoundResource, build_felt, build_round
from casino.absence.services import waiting
from casino.fairness.selectors.dealing import find_unshown_card, load_record, replay_deal
from casino.history.words.round_list import (
    PastDecision,
    PastVoid,
    decision_lines,
    list_void_lines,
)
from casino.models import Decision, Round, Void
from casino.models.deals import Status
from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import can_be_replayed, load_own_finished_round
from casino.rounds.selectors.round_money import RoundPoints, build_round_money, load_round_points
from casino.rounds.values.replay_frames import Frame, FrameKind
from casino.rounds.words.replay import Replay, build_replay
from casino.selectors.places import find_own_round
from casino.services import notices
from casino.services.alarms import report_alarm, reports_alarms
from casino.voids.selectors.voiding import open_voids


@dataclass(frozen=True, slots=True)
class PastRoundResource(RoundResource):
    """A round in a list; `void` is set if it was declared void."""

    void: Void | None = None

    @property
    def has_replay(self) -> bool:
        return can_be_replayed(self.round)

    @property
    def is_verifiable(self) -> bool:
        """True once the seed of its shoe is revealed."""
        return bool(self.round.deal.shoe.server_seed)


@dataclass(frozen=True, slots=True)
class PlayedRoundResource(PastRoundResource):
    """A round with everything that is known of it. `rate` is USD per unit of its currency."""

    decisions: Sequence[PastDecision] = ()
    voids: Sequence[PastVoid] = ()
    points: Sequence[RoundPoints] = ()
    rate: Decimal | None = None
    unshown_card: str | None = None


@dataclass(frozen=True, slots=True)
class FrameResource:
    """A moment of a replay; `made` is the decision it shows."""

    number: int
    frame: Frame
    felt: FeltResource
    made: Decision | None


def list_past_rounds(rounds: QuerySet[Round]) -> list[PastRoundResource]:
    """Return finished rounds with their voids. Three queries: the rows share few rule sets."""
    found = list(_select_listed(rounds))
    voids = {void.round_id: void for void in open_voids().filter(round__in=found)}
    return [_past_round(round_, voids.get(round_.pk)) for round_ in found]


def _select_listed(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Load only what a list shows of each round."""
    related = rounds.select_related(None).select_related("deal__shoe", "place__table")
    return related.prefetch_related("deal__shoe__version").only(
        *("public_id", "number", "status", "interrupted", "result", "currency"),
        *("staked", "returned", "tax", "started_at", "finished_at", "place__table__slug"),
        *("deal__nonce", "deal__cards_drawn", "deal__shoe__public_id", "deal__shoe__status"),
        *("deal__shoe__server_seed", "deal__shoe__version_id"),
    )


def _past_round(round_: Round, void: Void | None) -> PastRoundResource:
    return PastRoundResource(round_, build_felt(round_, round_.result or {}), 0, void=void)


@reports_alarms
def load_round_record(player: User, round_id: UUID) -> PlayedRoundResource:
    """Return one of the player's rounds, running or finished. Raises `NotFound`.

    Restarts the wait of a running round, and marks its notices as seen.
    """
    waiting.restart_round_wait(player, round_id, timezone.now())
    found = find_own_round(player, round_id)
    states = replay_deal(found, load_record(found)) if found.status == Status.IN_PROGRESS else []
    voids = list_void_lines(found)
    if not states and (voids or found.interrupted or found.status == Status.CANCELLED):
        notices.mark_notices_seen(player.pk, found.public_id, timezone.now(), whole=True)
    shown = build_round(found, states)
    return PlayedRoundResource(
        round=found,
        felt=shown.felt,
        step=shown.step,
        void=open_voids().filter(round=found).first() if voids else None,
        decisions=decision_lines(found, states),
        voids=voids,
        points=load_round_points(found),
        rate=build_round_money(found).rate,
        unshown_card=find_unshown_card(found),
    )


def load_replay(player: User, round_id: UUID) -> list[FrameResource]:
    """Return the moments of one of the player's finished rounds; [] if it cannot be replayed. Raises `NotFound`."""
    hand = load_own_finished_round(player, round_id)
    if isinstance(hand.alarm, Alarm):
        report_alarm(hand.alarm)
    shown = build_replay(hand)
    return [_frame(shown, number, frame) for number, frame in enumerate(shown.frames)]


def _frame(shown: Replay, number: int, frame: Frame) -> FrameResource:
    is_decision = frame.kind == FrameKind.DECISION
    made = shown.hand.decisions[frame.state - 1] if is_decision else None
    return FrameResource(number, frame, build_felt(shown.hand.round, frame.facts), made)
