"""Box of a live table as everyone sees it: player, bets, cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from blackjack.bets import FIRST
from casino.limits.values.bet_limits import CurrencyScale
from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.table_state import TableState
from casino.live.selectors.wagers import Placed
from casino.live.values.amounts import approximate_amount
from casino.live.values.seating import is_away
from casino.models import Round, Seat
from casino.rounds.values.chips import Pile, build_pile, convert_chips
from casino.rounds.words.labels import OUTCOMES, hand_label, place_label
from tables.models import Table
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES
from wallet.money.values import Money

_WON: Final = frozenset({"win", "blackjack", "even_money", "charlie"})


@dataclass(frozen=True, slots=True)
class StakeView:
    """One bettor's chips on a box and their approximate value; `behind` marks a follower."""

    name: str
    amount: Money
    pile: Pile
    behind: bool


@dataclass(frozen=True, slots=True)
class TableHandView:
    """One hand of a box: its cards, and its chips as everyone sees them, doubles included.

    `about` is the approximate stake; `pile` are the chips that lie there, `won` those paid to them.
    """

    name: str
    cards: tuple[str, ...]
    total: int
    soft: bool
    label: str
    active: bool
    outcome: str
    outcome_label: str
    mark: str
    about: Money
    pile: Pile
    won: Pile


@dataclass(frozen=True, slots=True)
class SideView:
    """A side bet of a box and, once decided, its outcome: `result` for programs, `outcome` in words."""

    name: str
    label: str
    result: str
    outcome: str
    won: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box of the table: player, bets, cards. Equal ones look the same, which `live_box` relies on."""

    number: int
    name: str
    seated: bool = False
    next_name: str = ""  # who took the box while another player's cards still lie there
    stopped: bool = False
    held: bool = False
    away: bool = False
    sits_out: bool = False
    leaves: bool = False
    misses: bool = False
    is_ready: bool = False
    asked: bool = False
    insured: bool = False
    stakes: tuple[StakeView, ...] = ()
    hands: tuple[TableHandView, ...] = ()
    sides: tuple[SideView, ...] = ()

    @property
    def free(self) -> bool:
        """Return whether anybody may take it."""
        return not (self.seated or self.held or self.stopped)

    @property
    def first(self) -> StakeView | None:
        """Stake of the box's first bettor."""
        return next((stake for stake in self.stakes if not stake.behind), None)

    @property
    def followers(self) -> list[StakeView]:
        return [stake for stake in self.stakes if stake.behind]

    @property
    def states(self) -> list[str]:
        """Remarks on the box: on its player, or who plays there next."""
        following = [_("next: %(name)s") % {"name": self.next_name}] if self.next_name else []
        closed = [pgettext("a box", "closed")] if self.stopped and self.name else []
        return following + closed if self.next_name else self.seat_states + closed

    @property
    def seat_states(self) -> list[str]:
        """Remarks on the player who has the seat."""
        said = [
            (self.away, _("away")),
            (self.sits_out, _("sits out")),
            (self.misses, _("sits out")),
            (self.leaves, _("leaves")),
            (self.is_ready, pgettext("a player", "ready")),
        ]
        return list(dict.fromkeys(words for applies, words in said if applies))


def view_boxes(state: TableState, asked: set[int]) -> list[BoxView]:
    """Views of all boxes; `asked` are those whose bettors are asked now.

    After a deal, its cards lie in a box until the next bet there.
    """
    table = state.place.table
    seats = {seat.box: seat for seat in state.seats}
    seats_dealt = (state.facts or {}).get("seats", [])
    bettors = state.bettors
    dealt = {one["seat"]: one for one in seats_dealt if one["seat"] not in bettors}
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
    seated = seat.participant.player.shown_name if seat else ""
    name = find_bettor_name(state, number) if dealt else seated
    participant = seat.participant if seat else None
    return BoxView(
        number=number,
        name=name,
        seated=seat is not None,
        next_name=seated if seated != name else "",
        stopped=number in state.place.table.stopped_boxes,
        held=number in state.held,
        away=participant is not None and is_away(participant.seen_at, state.now),
        sits_out=seat is not None and seat.sits_out,
        leaves=seat is not None and seat.leaves,
        misses=participant is not None
        and count_deals_to_miss(participant, state.clock, state.now) > 0,
        is_ready=seat is not None and seat.is_ready,
        asked=number in asked,
        insured=bool(dealt and dealt["insurance"]),
        stakes=tuple(
            _stakes_dealt(state, number) if dealt else _stakes(state.place.table, bettors)
        ),
        hands=tuple(_hands(state, dealt)) if dealt else (),
        sides=tuple(
            _sides(dealt) if dealt else (_side(name, None) for name in _bet_sides(bettors))
        ),
    )


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
    scale = CurrencyScale.for_currency(table, currency, rate)
    return [Money(units // table.step * scale.step, currency) for units in table.chips]


def _stakes_dealt(state: TableState, number: int) -> list[StakeView]:
    """Bets in a deal, doubles and splits included."""
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
                convert_chips(share.round),
                behind=bettor != FIRST,
            )
            found.append((bettor, stake))
    return [stake for _bettor, stake in sorted(found, key=lambda one: one[0])]


def _staked(state: TableState, number: int, bettor: int) -> int:
    """Units of a bettor on the hands of a box, doubles and splits included."""
    if state.live is None:
        return 0
    (box,) = state.live.state.public_for({number: bettor})["seats"]
    return sum(hand["stake"] + hand["added"] for hand in box["hands"])


def _stake(name: str, amount: Money, chips: Sequence[Money], *, behind: bool) -> StakeView:
    about = approximate_amount(amount)
    return StakeView(name, about, build_pile(about, chips), behind)


def _hands(state: TableState, dealt: Mapping[str, Any]) -> list[TableHandView]:
    if state.live is None:
        return []
    box, turn = dealt["seat"], (state.facts or {}).get("next")
    active = turn["hand"] if turn and turn["seat"] == box and turn["phase"] == "play" else 0
    round_ = state.live.running.find_share(box, FIRST).round
    hands = list(enumerate(dealt["hands"], 1))
    seats = state.place.table.version.rules.seats
    names = [place_label(box, number, seats=seats, hands=len(hands)) for number, _cards in hands]
    return [
        _hand(hand, name, round_, active=number == active)
        for (number, hand), name in zip(hands, names, strict=True)
    ]


def _hand(hand: Mapping[str, Any], name: str, round_: Round, *, active: bool) -> TableHandView:
    outcome, payout, put = hand["outcome"], hand["payout"], hand["stake"] + hand["added"]
    stays = put if payout is None else min(put, payout)
    won = 0 if payout is None else max(payout - put, 0)
    chips = convert_chips(round_)
    return TableHandView(
        name=name,
        cards=tuple(hand["cards"]),
        total=hand["total"],
        soft=hand["soft"],
        label=hand_label(hand),
        active=active,
        outcome=outcome or "",
        outcome_label=str(OUTCOMES[outcome]) if outcome else "",
        mark=_mark(outcome) if outcome and payout is not None else "",
        about=approximate_amount(round_.money(put)),
        pile=build_pile(approximate_amount(round_.money(stays)), chips),
        won=build_pile(approximate_amount(round_.money(won)), chips),
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
    result = (bet["outcome"] if bet else None) or ""
    words = str(SIDE_OUTCOMES[result]) if result else ""
    return SideView(name, str(SIDE_BETS[name]), result, words, bool(result))


def find_bettor_name(state: TableState, box: int) -> str:
    """Screen name of a box's first bettor in the deal; "" without a deal."""
    if state.live is None:
        return ""
    return state.live.running.find_share(box, FIRST).round.player.shown_name
