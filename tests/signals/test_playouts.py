"""The short cut of playouts against the engine, under all rules."""

from functools import partial

from hypothesis import assume, given, strategies as st

from blackjack.bets import FIRST
from blackjack.cards import Card
from blackjack.strategy import ROWS, UPCARDS, Chart
from signals.playouts import CardOrder, Playout
from tests.blackjack.strategies import Played, played_rounds

_CODES = {
    "hard": ("H", "S", "D", "Ds", "Rh", "Rs"),
    "soft": ("H", "S", "D", "Ds"),
    "pair": ("P", "Rp", "H", "S", "Pd"),
}


@st.composite
def all_charts(draw: st.DrawFn) -> Chart:
    """Charts in which every code occurs somewhere; hands of 21 stand, as any other play would never end."""
    kinds = [row.partition(" ")[0] for row in ROWS]
    shift = draw(st.integers(0, 11))
    rows = []
    for number, (row, kind) in enumerate(zip(ROWS, kinds, strict=True)):
        codes = _CODES[kind]
        stands = row in ("hard 20", "hard 21", "soft 20", "soft 21")
        rows.append(
            tuple(
                "S" if stands else codes[(shift + number * 7 + column * 3) % len(codes)]
                for column in range(len(UPCARDS))
            )
        )
    return Chart(tuple(rows))


@given(played_rounds(), all_charts())
def test_the_short_cut_wins_what_the_engine_wins(played: Played, chart: Chart) -> None:
    rules, _bets, cards, actions, states = played
    assume(not rules.inverted)
    playout = Playout(rules, chart)
    for state, action in zip(states, actions, strict=False):
        assume(not any(box.followers or box.side_bets for box in state.boxes))
        hole = None if state.face_down is None else cards(state.face_down)

        def order(hole: Card | None = hole, first: int = state.cards_drawn) -> CardOrder:
            return CardOrder(hole, [], lambda known: [cards(first + len(known.cards))])

        for box in state.boxes:
            result = partial(playout.result, state, action, own={box.number: FIRST})
            by_engine = playout.engine_result(state, action, order(), {box.number: FIRST})
            assert result(order=order()) == by_engine
