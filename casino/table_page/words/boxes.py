"""Boxes of a table page, each with its bets on the table and in the form."""

from collections.abc import Iterable
from dataclasses import dataclass

from blackjack.rules import Rules
from casino.rounds.words.round_view import RoundView, SeatView, SideBetView
from casino.table_page.words.bet_form import AmountInput, BoxForm, NextBet
from casino.values.boxes import side_field
from tables.words.rules import SIDE_BETS


@dataclass(frozen=True, slots=True)
class SidePlace:
    """Circle of a side bet: its field in the next bet, and the bet of the round on the table."""

    label: str
    field: AmountInput | None
    bet: SideBetView | None


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Circles of a box: the fields of the next bet, if there is one, and the seat of the round on the table."""

    number: int
    stake: AmountInput | None
    sides: list[SidePlace]
    seat: SeatView | None
    stopped: bool


def box_places(rules: Rules, form: NextBet | None, round_: RoundView | None) -> list[BoxPlace]:
    """Return every box that the player may have, and those of a round under earlier rules."""
    seats = round_.seats if round_ else []
    numbers = {*range(1, rules.boxes_per_player + 1), *(seat.seat for seat in seats)}
    return view_box_places(sorted(numbers), rules, form, seats)


def view_box_places(
    numbers: Iterable[int], rules: Rules, form: NextBet | None, seats: Iterable[SeatView]
) -> list[BoxPlace]:
    """Return the circles of these boxes. `seats` are those of the round on the table."""
    forms = {box.seat: box for box in form.boxes} if form else {}
    dealt = {seat.seat: seat for seat in seats}
    return [_box(number, rules, forms.get(number), dealt.get(number)) for number in numbers]


def _box(number: int, rules: Rules, form: BoxForm | None, seat: SeatView | None) -> BoxPlace:
    return BoxPlace(
        number=number,
        stake=form.stake if form else None,
        sides=_sides(number, rules, form, seat.side_bets if seat else []),
        seat=seat,
        stopped=form is not None and form.stopped,
    )


def _sides(
    number: int, rules: Rules, form: BoxForm | None, bets: Iterable[SideBetView]
) -> list[SidePlace]:
    fields = {field.name: field for field in form.side_bets} if form else {}
    staked = {bet.name: bet for bet in bets}
    return [
        SidePlace(str(label), fields.get(side_field(number, name)), staked.get(name))
        for name, label in SIDE_BETS.items()
        if name in rules.side_bets or name in staked
    ]
