"""What everyone sees of a live table, in the reader's language: the same for all who read that language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from blackjack.bets import FIRST
from blackjack.fairness import PLAIN
from casino.limits.values.bet_limits import CurrencyScale
from casino.live.selectors.table_state import TableState
from casino.live.selectors.wagers import Placed
from casino.live.services.answers import questions
from casino.live.values.amounts import approximate
from casino.live.values.phases import TAKES_BETS
from casino.live.values.seating import AWAY
from casino.models import Clock, Seat, SeedExchange
from casino.rounds.values.chips import Pile, chips_of, pile_of
from casino.rounds.words.labels import OUTCOMES, hand_label
from casino.rounds.words.round_view import DealerView, dealer_view
from casino.values.clocks import betting_seconds, intermission_seconds, turn_seconds
from tables.models import Table
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES, felt_line, rules_line
from wallet.money.values import Money

_WON: Final = frozenset({"win", "blackjack", "even_money", "charlie"})


@dataclass(frozen=True, slots=True)
class StakeView:
    """One bettor's chips on a box, and about how much they are worth; `behind` are the followers'."""

    name: str
    amount: Money
    pile: Pile
    behind: bool


@dataclass(frozen=True, slots=True)
class TableHandView:
    """One hand of a box."""

    number: int
    cards: list[str]
    label: str
    active: bool
    outcome: str
    outcome_label: str
    mark: str


@dataclass(frozen=True, slots=True)
class SideView:
    """A side bet of a box and, once decided, what became of it."""

    label: str
    outcome: str
    won: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box of the table: who has it, what is bet on it, its cards."""

    number: int
    name: str
    stopped: bool = False
    held: bool = False
    away: bool = False
    sits_out: bool = False
    leaves: bool = False
    misses: bool = False
    asked: bool = False
    insured: bool = False
    stakes: list[StakeView] = field(default_factory=list)
    hands: list[TableHandView] = field(default_factory=list)
    sides: list[SideView] = field(default_factory=list)

    @property
    def free(self) -> bool:
        """Whether anybody may take it."""
        return not (self.name or self.held or self.stopped)

    @property
    def first(self) -> StakeView | None:
        """The stake of the box's first bettor."""
        return next((stake for stake in self.stakes if not stake.behind), None)

    @property
    def followers(self) -> list[StakeView]:
        return [stake for stake in self.stakes if stake.behind]

    @property
    def states(self) -> list[str]:
        """What else there is to say of its player."""
        said = [
            (self.away, _("away")),
            (self.sits_out, _("sits out")),
            (self.misses, _("sits out")),
            (self.leaves, _("leaves")),
        ]
        return list(dict.fromkeys(words for applies, words in said if applies))


@dataclass(frozen=True, slots=True)
class LiveTableView:
    """Context of `casino/live/_felt.html`."""

    slug: str
    version: int
    phase: str
    phase_words: str
    hint: str
    deadline: datetime | None
    seconds: float
    left: float
    deal: str
    step: int
    dealer: DealerView | None
    boxes: list[BoxView]
    asked: list[int]
    waiting: int
    seals: list[tuple[int, str]]
    seals_hash: str
    exchange: str
    frozen: bool
    felt_line: str
    rules_line: str
    name: str
    has_followers: bool

    @property
    def token(self) -> str:
        """What of this state asks players with a seat or a bet for their own part anew: phase, deal, exchange, and whose turn it is."""
        asked = ",".join(map(str, self.asked))
        led = (
            "".join(str(box.number) for box in self.boxes if box.first) if self.takes_behind else ""
        )
        return f"{self.phase}.{self.deal}.{self.exchange}.{asked}.{led}"

    @property
    def takes_behind(self) -> bool:
        """Whether bets behind are being taken: then a box with a first bettor can be followed."""
        return self.has_followers and self.phase in TAKES_BETS

    @property
    def free(self) -> int:
        """How many boxes are free."""
        return sum(box.free for box in self.boxes)

    @property
    def seals_text(self) -> str:
        """The list as it is hashed, but for the line breaks: blanks."""
        return " ".join(f"{box}={seal}" for box, seal in self.seals)


_PHASES: Final = {
    Clock.Phase.WAITING: gettext_lazy("The first bet starts the next deal"),
    Clock.Phase.BETTING: gettext_lazy("Place your bets"),
    Clock.Phase.SEALING: gettext_lazy("No more bets"),
    Clock.Phase.ANSWERS: gettext_lazy("The dealer may have blackjack"),
    Clock.Phase.TURNS: gettext_lazy("Players' turns"),
    Clock.Phase.INTERMISSION: gettext_lazy("The deal is over"),
}


def view_table(state: TableState) -> LiveTableView:
    """The whole public view."""
    table, clock = state.place.table, state.clock
    asked = _asked(state)
    return LiveTableView(
        slug=table.slug,
        name=table.name,
        has_followers=table.version.rules.bettors_per_seat > 1,
        rules_line=rules_line(table.version.rules),
        felt_line=felt_line(table.version.rules),
        version=clock.version,
        phase=clock.phase,
        phase_words=_phase_words(state),
        hint=_hint(state, asked),
        deadline=clock.deadline,
        seconds=_seconds(clock),
        left=_left(state),
        deal=str(state.live.running.dealt.pk) if state.live else "",
        step=state.live.step if state.live else 0,
        dealer=_dealer(state),
        boxes=_boxes(state, asked),
        asked=sorted(asked),
        waiting=state.waiting,
        seals=_seals(state.exchange),
        seals_hash=state.exchange.seals_hash if state.exchange else "",
        exchange=_exchange(state.exchange),
        frozen=state.is_played and state.live is not None and state.live.is_frozen,
    )


def _asked(state: TableState) -> set[int]:
    """The boxes whose bettors are asked now: all before the peek, else the one whose turn it is."""
    if state.live is None or not state.is_played:
        return set()
    if state.phase == Clock.Phase.TURNS:
        return {state.live.turn.box}
    return {one.turn.box for one in questions(state.live.state) if one.turn is not None}


def _phase_words(state: TableState) -> str:
    if state.is_cancelled:
        return _("The deal was cancelled: all stakes are back")
    if state.exchange is not None and state.exchange.status == SeedExchange.Status.SEALING:
        return _("A seed was not opened: the others are sealed anew")
    if state.phase == Clock.Phase.TURNS and state.live is not None:
        turn = state.live.turn
        name = _name_at(state, turn.box)
        return _("%(name)s decides, box %(box)d") % {"name": name, "box": turn.box}
    return str(_PHASES[state.phase])


def _name_at(state: TableState, box: int) -> str:
    if state.live is None:
        return ""
    return state.live.running.share_of(box, FIRST).round.player.shown_name


def _hint(state: TableState, asked: Iterable[int]) -> str:
    """What happens when the time is up."""
    rules = state.place.table.version.rules
    if state.phase == Clock.Phase.ANSWERS:
        return _("Who does not answer declines.")
    if state.phase != Clock.Phase.TURNS or not asked:
        return ""
    if rules.on_turn_timeout == "stand":
        return _("When the time is up, the house stands.")
    return _("When the time is up, the house plays by the chart, without new money.")


def _seconds(clock: Clock) -> float:
    """How long the phase lasts."""
    if clock.deadline is None:
        return 0
    return max((clock.deadline - clock.since) / timedelta(seconds=1), 0)


def _left(state: TableState) -> float:
    deadline = state.clock.deadline
    return max((deadline - state.now) / timedelta(seconds=1), 0) if deadline else 0


def _dealer(state: TableState) -> DealerView | None:
    if state.facts is None:
        return None
    hole = state.place.table.version.rules.hole_card == "dealt"
    return dealer_view(state.facts["dealer"], hidden=hole)


def _seals(exchange: SeedExchange | None) -> list[tuple[int, str]]:
    if exchange is None or exchange.listed_at is None:
        return []
    return sorted((one.box, one.seal or PLAIN) for one in exchange.seals.all())


def _exchange(exchange: SeedExchange | None) -> str:
    return "" if exchange is None else f"{exchange.nonce}-{exchange.attempt}-{exchange.status}"


def _boxes(state: TableState, asked: set[int]) -> list[BoxView]:
    table = state.place.table
    seats = {seat.box: seat for seat in state.seats}
    dealt = {seat["seat"]: seat for seat in (state.facts or {}).get("seats", [])}
    bettors = state.bettors
    return [
        _box(state, number, seats.get(number), dealt.get(number), bettors.get(number, []), asked)
        for number in range(1, table.version.rules.seats + 1)
    ]


def _box(
    state: TableState,
    number: int,
    seat: Seat | None,
    dealt: Mapping[str, Any] | None,
    bettors: Sequence[Placed],
    asked: set[int],
) -> BoxView:
    participant = seat.participant if seat else None
    turn = (state.facts or {}).get("next")
    return BoxView(
        number=number,
        name=_owner(state, number, seat, dealt),
        stopped=number in state.place.table.stopped_boxes,
        held=number in state.held,
        away=participant is not None and _is_away(participant.seen_at, state.now),
        sits_out=seat is not None and seat.sits_out,
        leaves=seat is not None and seat.leaves,
        misses=participant is not None and participant.deals_to_miss > 0,
        asked=number in asked,
        insured=bool(dealt and dealt["insurance"]),
        stakes=_stakes_dealt(state, number) if dealt else _stakes(state.place.table, bettors),
        hands=_hands(dealt, turn) if dealt else [],
        sides=_sides(dealt) if dealt else [_side(name, None) for name in _bet_sides(bettors)],
    )


def _owner(
    state: TableState, number: int, seat: Seat | None, dealt: Mapping[str, Any] | None
) -> str:
    """Whose box it is; during a deal, whose hands lie there, even if the seat was left."""
    if seat is not None:
        return seat.participant.player.shown_name
    return _name_at(state, number) if dealt else ""


def _is_away(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is None or seen_at < now - AWAY


def _stakes(table: Table, bettors: Sequence[Placed]) -> list[StakeView]:
    """Bets before the bell."""
    return [
        _stake(
            wager.participant.player.shown_name,
            wager.money(bet.stake),
            _chips(table, wager.currency, wager.tasa_cambio),
            behind=bet.choices is not None,
        )
        for wager, bet in bettors
    ]


def _chips(table: Table, currency: str, rate: Any) -> list[Money]:
    scale = CurrencyScale.of(table, currency, rate)
    return [Money(units // table.step * scale.step, currency) for units in table.chips]


def _stakes_dealt(state: TableState, number: int) -> list[StakeView]:
    """Bets of a deal, as they were made."""
    if state.live is None:
        return []
    found = []
    for share in state.live.running.shares:
        bettor = share.round.bettor_by_box.get(number)
        if bettor is not None:
            units = _staked(state, number, bettor)
            stake = _stake(
                share.round.player.shown_name,
                share.round.money(units),
                chips_of(share.round),
                behind=bettor != FIRST,
            )
            found.append((bettor, stake))
    return [stake for _bettor, stake in sorted(found, key=lambda one: one[0])]


def _staked(state: TableState, number: int, bettor: int) -> int:
    """What a bettor has on the hands of a box, doubles and splits included."""
    if state.live is None:
        return 0
    (box,) = state.live.state.public_for({number: bettor})["seats"]
    return sum(hand["stake"] + hand["added"] for hand in box["hands"])


def _stake(name: str, amount: Money, chips: Sequence[Money], *, behind: bool) -> StakeView:
    about = approximate(amount)
    return StakeView(name, about, pile_of(about, chips), behind)


def _hands(dealt: Mapping[str, Any], turn: Mapping[str, Any] | None) -> list[TableHandView]:
    active = (
        turn["hand"] if turn and turn["seat"] == dealt["seat"] and turn["phase"] == "play" else 0
    )
    return [_hand(hand, number, number == active) for number, hand in enumerate(dealt["hands"], 1)]


def _hand(hand: Mapping[str, Any], number: int, active: bool) -> TableHandView:  # noqa: FBT001 - one of three plain facts
    outcome = hand["outcome"]
    return TableHandView(
        number=number,
        cards=hand["cards"],
        label=hand_label(hand),
        active=active,
        outcome=outcome or "",
        outcome_label=str(OUTCOMES[outcome]) if outcome else "",
        mark=_mark(outcome) if outcome and hand["payout"] is not None else "",
    )


def _mark(outcome: str) -> str:
    if outcome in _WON:
        return "win"
    return "push" if outcome == "push" else "lose"


def _bet_sides(bettors: Sequence[Placed]) -> list[str]:
    return [name for _wager, bet in bettors for name in SIDE_BETS if name in bet.side_bets]


def _sides(dealt: Mapping[str, Any]) -> list[SideView]:
    bets = dealt["side_bets"]
    return [_side(name, bets[name]) for name in SIDE_BETS if name in bets]


def _side(name: str, bet: Mapping[str, Any] | None) -> SideView:
    outcome = bet["outcome"] if bet else None
    words = str(SIDE_OUTCOMES[outcome]) if outcome else ""
    return SideView(str(SIDE_BETS[name]), words, bool(outcome))


def clocks_line(table: Table) -> str:
    """The table's clocks in one line."""
    rules = table.version.rules
    told = [
        (betting_seconds(rules), _("bets %(n)d s")),
        (turn_seconds(rules), _("turn %(n)d s")),
        (intermission_seconds(rules), _("pause %(n)d s")),
    ]
    return " · ".join(words % {"n": seconds} for seconds, words in told if seconds)


def seats_line(free: int, players: int) -> str:
    """Free boxes and players, for the lobby."""
    boxes = ngettext("%(n)d free box", "%(n)d free boxes", free) % {"n": free}
    people = ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
    return f"{boxes} · {people}"
