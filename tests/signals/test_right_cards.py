"""Next cards that make an action right, against play by the engine."""

import numpy as np
import pytest

from blackjack.actions import Action
from blackjack.bets import Bet, smallest_unit
from blackjack.cards import ACE, TEN, Card
from blackjack.deal import Deal
from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from signals.playouts import Playout
from signals.right_cards import HandTotal, NextCardWorths, find_right_cards
from signals.unseen import Unseen, UnseenChoices

SPLITS = ("pair A", "pair 8")
DOUBLES = ("hard 10", "hard 11", "soft 17")
ORDERS = 500


def _code(row: str) -> str:
    if row in SPLITS:
        return "P"
    if row in DOUBLES:
        return "D"
    total = int(row.split()[1]) if not row.startswith("pair") else 0
    return "H" if total < (18 if row.startswith("soft") else 17) else "S"


CHART = Chart(tuple((_code(row),) * len(UPCARDS) for row in ROWS))
DEALT = Rules(decks=6, surrender="late")
NOT_DEALT = Rules(decks=8, hole_card="not_dealt", peek="never", soft_17="stand", surrender="none")


def _deal(rules: Rules, names: str) -> Deal:
    """Return the first decision in play of a deal that begins with these cards; the face-down one is a seven."""
    cards = [Card.parse(name) for name in [*names.split(), "7S"]]
    deal = Deal.start(rules, [Bet(1, smallest_unit(rules))], cards.__getitem__)
    return deal if deal.phase == "play" else deal.play(Action("decline"))


def _play_out(deal: Deal, playout: Playout, verb: str, value: int) -> tuple[float, float]:
    """Mean result and its standard error of orders that begin with a card of this value."""
    unseen, choices = Unseen(deal, ()), UnseenChoices([value, len(verb)])
    card = next(card for card in unseen.cards if card.value == value)
    orders = [unseen.order(choices, [card]) for _ in range(ORDERS)]
    results = [playout.result(deal, Action(verb), order, {1: 1}) for order in orders]
    found = np.array(results) / smallest_unit(deal.rules)
    return float(found.mean()), float(found.std() / ORDERS**0.5)


@pytest.mark.parametrize("rules", [DEALT, NOT_DEALT], ids=["hole card", "no hole card"])
@pytest.mark.parametrize("names", ["TC 6D 6H", "5C TD 6H", "AC 9D 6H", "8C AD 8H", "2C 5D 3H"])
def test_worths_are_those_of_the_engine(rules: Rules, names: str) -> None:
    deal, playout = _deal(rules, names), Playout(rules, CHART)
    values = [card.value for card in deal.boxes[0].hands[0].cards]
    kind = (HandTotal.of(*values), values[0] if values[0] == values[1] else 0)
    worths = NextCardWorths(
        playout, deal.dealer[0].value, blackjack_possible=deal.blackjack_possible
    )
    for verb in deal.legal_actions:
        for value in (ACE, 5, TEN):
            mean, error = _play_out(deal, playout, verb, value)
            # Six or eight decks are not cards with replacement, and split hands may be split again.
            near = 5 * error + (0.15 if verb == "split" else 0.03)
            assert worths.worth(*kind, verb, value) == pytest.approx(mean, abs=near), (verb, value)


@pytest.mark.parametrize(
    ("names", "taken", "right"),
    [
        ("TC TD 9H", "double", {ACE, 2}),
        ("TC TD 6H", "stand", {6, 7, 8, 9, TEN}),
    ],
)
def test_right_cards(names: str, taken: str, right: set[int]) -> None:
    rules = Rules(surrender="none")
    found = find_right_cards(Playout(rules, CHART), _deal(rules, names), taken)
    assert found.values == right


def test_a_costly_mistake_costs_more_than_a_close_one() -> None:
    playout = Playout(DEALT, CHART)
    close = find_right_cards(playout, _deal(DEALT, "TC TD 6H"), "stand")
    costly = find_right_cards(playout, _deal(DEALT, "TC TD 9H"), "hit")
    assert 0 < close.cost < 0.03
    assert costly.cost > 0.4


def test_before_the_peek_no_next_card_is_right() -> None:
    cards = [Card.parse(name) for name in ("TC", "AD", "6H", "7S")]
    deal = Deal.start(DEALT, [Bet(1, smallest_unit(DEALT))], cards.__getitem__)
    assert deal.phase != "play"
    assert find_right_cards(Playout(DEALT, CHART), deal, "insure") == (frozenset(), 0.0)
