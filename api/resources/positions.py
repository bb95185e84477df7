"""A player's position at a private table: the round, the shoe, the terms of the next bet, the money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from accounts.models.users import User
from api.resources.rounds import RoundResource, build_round
from casino.absence.services import waiting
from casino.fairness.selectors.dealing import replay_deal
from casino.fairness.selectors.shoe_panel import (
    FairnessPanel,
    FairnessView,
    fairness_panel,
    fairness_view,
)
from casino.fairness.services import shoes
from casino.limits.services.time_limit import TimeLeft, find_time_left
from casino.limits.values.bet_limits import BetLimits, JointLimits, joint_limits
from casino.models import Round, Shoe
from casino.models.deals import Status
from casino.play.selectors.currencies import choose_currency
from casino.play.selectors.play_money import PlayMoneyTerms, find_play_money_terms
from casino.play.selectors.player_money import load_record_and_money
from casino.play.selectors.position import Position, load_position
from casino.play.services.bet_terms import NextBetTerms, load_next_bet_terms
from casino.play.services.offers import ActionOffer, Funds, list_usable_offers, load_funds
from casino.play.services.positions import load_position_shoes, refill_between_rounds
from casino.protection.selectors.reality import RealityCheck, reality_check, seconds_left
from casino.selectors.places import find_own_round, is_dealing, load_last_closed_shoes
from casino.services import notices
from casino.services.alarms import reports_alarms
from journal.refusals import Refusal
from tables.models import Table
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class ShoeResource:
    """The present shoe: `nonce` numbers its next round. `is_opened`: salt and cut are fixed."""

    shoe: Shoe
    view: FairnessView

    @property
    def nonce(self) -> int:
        return self.shoe.rounds_dealt + 1

    @property
    def is_opened(self) -> bool:
        return self.shoe.salt is not None

    @property
    def cuts(self) -> Mapping[str, int] | None:
        """The first and last cut that the player may choose; None if there is no choice."""
        found = () if self.is_opened else self.shoe.version.rules.cuts
        return {"first": found[0], "last": found[-1]} if found else None


@dataclass(frozen=True, slots=True)
class NextBetResource:
    """What the next bet may be. `most`: of all bets, if the player's own limits allow less than the table."""

    limits: BetLimits
    joint: JointLimits | None
    most: Money | None
    boxes: Sequence[int]

    @classmethod
    def from_terms(
        cls, terms: NextBetTerms, boxes: Sequence[int], most_boxes: int
    ) -> "NextBetResource":
        limits = terms.shown_limits
        return cls(limits, joint_limits(limits, most_boxes), terms.most, boxes)


@dataclass(frozen=True, slots=True)
class BarResource:
    """Why no bet is taken now."""

    code: str
    detail: str

    @classmethod
    def from_refusal(cls, refusal: Refusal) -> "BarResource":
        return cls(refusal.code, str(refusal))


@dataclass(frozen=True, slots=True)
class PositionResource:
    """A player's position. `bet` is None while a round runs or a bet is not even offered; `barred` says why none is taken."""

    position: Position
    currency: str
    balance: Money
    round: RoundResource | None
    shoe: ShoeResource
    bet: NextBetResource | None
    barred: BarResource | None
    reality_check: RealityCheck | None
    reality_check_in: int | None
    time_left: TimeLeft | None
    play_money: PlayMoneyTerms | None

    @property
    def net(self) -> Money:
        return self.position.player_money.net(self.currency)

    @property
    def stopped(self) -> bool:
        return self.shoe.shoe.status == Shoe.Status.STOPPED


@reports_alarms
def open_position(player: User, table: Table) -> Position:
    """Return the player's position, taking the place on the first visit. Restarts the wait of a running round."""
    waiting.restart_wait(player, table, timezone.now())
    return load_position(*shoes.take_place(player, table))


@reports_alarms
def load_round_state(player: User, round_id: UUID) -> RoundResource:
    """Return one of the player's rounds, at a private table with the actions that are possible now.

    Restarts the wait of a running round. Raises `NotFound`.
    """
    waiting.restart_round_wait(player, round_id, timezone.now())
    found = find_own_round(player, round_id)
    if found.status != Status.IN_PROGRESS:
        return build_round(found, [])
    found.player = player
    record, money = load_record_and_money(found)
    states = replay_deal(found, record)
    if found.place.is_live or found.frozen:
        return build_round(found, states)
    funds = load_funds(found, money)
    return build_round(found, states, list_usable_offers(states[-1], found, funds))


def build_position(position: Position, asked: str = "") -> PositionResource:
    """Return what the player sees of a position, in the running round's currency or the one `asked` for."""
    position, _is_refilled = refill_between_rounds(position)
    present, now = load_position_shoes(position)[0], timezone.now()
    currency = choose_currency(position, asked)
    funds = Funds(position.player, position.place.table, position.player_money, currency)
    round_ = build_own_round(position, funds)
    if round_ is not None and _ended_alone(round_.round):
        notices.mark_notices_seen(position.player.pk, round_.round.public_id, now)
    check = reality_check(position, now)
    time_left = find_time_left(position.player, position.player_money.held_to, now)
    terms = None if position.states else load_next_bet_terms(funds, present.version.rules)
    return PositionResource(
        position=position,
        currency=currency,
        balance=funds.balance,
        round=round_,
        shoe=ShoeResource(present, _shoe_view(position, present)),
        bet=_next_bet(position, present, terms, check),
        barred=_bar(terms, time_left),
        reality_check=check,
        reality_check_in=seconds_left(position, now),
        time_left=time_left,
        play_money=find_play_money_terms(position.place.table, position.player, now),
    )


def build_own_round(position: Position, funds: Funds) -> RoundResource | None:
    """Return the newest round at the place, with the actions that are possible now."""
    round_, states = position.round, position.states
    if round_ is None:
        return None
    actions: list[ActionOffer] = []
    if states and not round_.frozen:
        actions = list_usable_offers(states[-1], round_, funds)
    return build_round(round_, states, actions)


def _ended_alone(round_: Round) -> bool:
    """Return whether it ended without its player, who then has a notice."""
    over = round_.status != Status.IN_PROGRESS
    return over and (round_.interrupted or round_.status == Status.CANCELLED)


def _shoe_view(position: Position, present: Shoe) -> FairnessView:
    running = position.states[-1] if position.states else None
    return fairness_view(position.participant, present, running)


def _next_bet(
    position: Position, present: Shoe, terms: NextBetTerms | None, check: RealityCheck | None
) -> NextBetResource | None:
    is_offered = terms is not None and terms.is_offered and check is None
    if terms is None or not is_offered or present.status == Shoe.Status.STOPPED:
        return None
    rules, stopped = present.version.rules, position.place.table.stopped_boxes
    boxes = [box for box in range(1, rules.boxes_per_player + 1) if box not in stopped]
    return NextBetResource.from_terms(terms, boxes, rules.boxes_per_player)


def _bar(terms: NextBetTerms | None, time_left: TimeLeft | None) -> BarResource | None:
    if time_left is not None and time_left.refusal:
        return BarResource(time_left.limit.code, time_left.refusal)
    if terms is None or terms.barred is None:
        return None
    return BarResource.from_refusal(terms.barred)


@dataclass(frozen=True, slots=True)
class ShoesResource:
    """Present and next shoe of a private place, and the last closed ones."""

    table: str
    present: ShoeResource
    panel: FairnessPanel

    @property
    def next_announced_at(self) -> datetime | None:
        return self.panel.next_announced_at

    @property
    def id(self) -> UUID:
        return self.present.shoe.public_id


def load_shoes(player: User, table: Table) -> ShoesResource:
    """Return the shoes of the player's place, taking it on the first visit."""
    participant, ahead = shoes.take_place(player, table)
    place = participant.place
    panel = fairness_panel(
        participant, ahead, load_last_closed_shoes(place), running=is_dealing(place)
    )
    present = ShoeResource(ahead[0], fairness_view(participant, ahead[0], None))
    return ShoesResource(table.slug, present, panel)
