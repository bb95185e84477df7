"""Rounds recomputed without the engine: it agrees for any rules and play, and finds faults of dealer and paytable."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from blackjack import course, dealer, settlement
from blackjack.amounts import MONEY_PLACES
from blackjack.bets import FIRST, Bet
from blackjack.deal import Deal
from blackjack.hands import total_of
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from compliance.recount.values.differences import find_first_difference
from compliance.recount.values.facts import (
    RecountBet,
    RecountBetBehind,
    RecountFacts,
    RuleViolation,
)
from compliance.recount.values.game import recount_deal
from tests.exhaustive import slow_but_every
from tests.verify.generated import Chance, Play, chance, played, some_bets, some_draw, some_rules

PARTS = 8
ROUNDS_OF_A_PART = 250


def some_round(source: Chance, rules: Rules) -> tuple[list[Bet], Play]:
    bets = some_bets(source, rules)
    return bets, played(source, Deal.start(rules, bets, some_draw(source)))


def facts_of(rules: Rules, bets: list[Bet], deal: Play) -> RecountFacts:
    """Return what the platform stores of a deal."""
    return RecountFacts(
        rules=rules.to_dict(),
        bets=[stored(bet) for bet in bets],
        actions=[action.text(MONEY_PLACES) for action in deal.actions],
        cards=[str(card) for card in deal.last.cards],
        cards_drawn=deal.last.cards_drawn,
    )


def stored(bet: Bet) -> RecountBet:
    behind = {
        bettor: RecountBetBehind(one.stake, one.choices.document())
        for bettor, one in enumerate(bet.behind, FIRST + 1)
    }
    return RecountBet(bet.box, bet.stake, dict(bet.side_bets), behind)


def players(bets: list[Bet]) -> Iterator[dict[int, int]]:
    """Yield the bettor number of each player by box: the first on every box, then the second, and so on."""
    for bettor in range(FIRST, FIRST + 1 + max(len(bet.behind) for bet in bets)):
        yield {bet.box: bettor for bet in bets if bettor <= FIRST + len(bet.behind)}


def difference(rules: Rules, bets: list[Bet], deal: Play) -> str | None:
    try:
        recounted = recount_deal(facts_of(rules, bets, deal))
    except RuleViolation as error:
        return str(error)
    found = (
        find_first_difference(recounted.build_result(own), deal.last.public_for(own))
        for own in players(bets)
    )
    return next((one for one in found if one), None)


@pytest.mark.parametrize("part", slow_but_every(2, range(PARTS)))
def test_any_rules_agree(part: int) -> None:
    for number in range(part * ROUNDS_OF_A_PART, (part + 1) * ROUNDS_OF_A_PART):
        source = chance(number)
        rules = some_rules(source)
        assert difference(rules, *some_round(source, rules)) is None, number


@pytest.mark.parametrize("preset", slow_but_every(2, PRESETS))
@pytest.mark.parametrize("inverted", [False, True])
def test_the_house_rules_agree(preset: str, inverted: bool) -> None:  # noqa: FBT001 - a parameter
    rules = replace(PRESETS[preset], inverted=inverted)
    for number in range(ROUNDS_OF_A_PART):
        assert difference(rules, *some_round(chance(number), rules)) is None, number


def _pays_pushes(hand: Any, dealer_total: int) -> settlement.HandResult:
    bet = hand.stake + hand.added
    won = dealer_total > 21 or dealer_total <= hand.total.value
    return settlement.HandResult("win", 2 * bet) if won else settlement.HandResult("lose", 0)


def _stands_on_16(_rules: Rules, cards: Any) -> bool:
    return bool(total_of(cards).value < 16)


def _always_second_card(_deal: Deal) -> bool:
    return True


FAULTS = {
    "a push is paid": (settlement, "_compare_totals", _pays_pushes),
    "the dealer stands on 16": (dealer, "draws", _stands_on_16),
    "a card that no result needs": (course, "_needs_second_card", _always_second_card),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_engine_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(PRESETS["casino_floor"], show_hole_card="when_needed")
    sound = list(_differences(rules))
    monkeypatch.setattr(*FAULTS[fault])
    assert not any(sound)
    assert any(_differences(rules))


def test_another_paytable_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine pays 11 to 1 for a mixed pair where the rules say 6 to 1."""
    rules = PRESETS["live"]
    odds = {name: dict(outcomes) for name, outcomes in rules.side_bets.items()}
    odds["player_pair"]["mixed"] = 11
    wrong = replace(rules, side_bets=odds)
    assert not any(_differences(rules))
    found = [
        find_first_difference(
            recount_deal(replace(facts_of(wrong, *one), rules=rules.to_dict())).build_result(own),
            one[1].last.public_for(own),
        )
        for one in (some_round(chance(number), wrong) for number in range(200))
        for own in players(one[0])
    ]
    assert any(one and "player_pair.payout" in one for one in found)


def _differences(rules: Rules) -> Iterator[str | None]:
    for number in range(200):
        yield difference(rules, *some_round(chance(number), rules))


def test_impossible_facts_are_refused() -> None:
    rules = PRESETS["ligalo"]
    source = chance(3)
    facts = facts_of(rules, *some_round(source, rules))
    for changed in (
        replace(facts, actions=[*facts.actions, "hit"]),
        replace(facts, cards=[*facts.cards, "2C"], cards_drawn=facts.cards_drawn + 1),
        replace(facts, cards=facts.cards[:-1], cards_drawn=facts.cards_drawn - 1),
        replace(facts, actions=[f"{facts.actions[0]}-3", *facts.actions[1:]]),  # nobody's money
    ):
        with pytest.raises(RuleViolation):
            recount_deal(changed)
