from dataclasses import replace

import pytest

from blackjack.cards import CARDS, Card
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.shoe import Shoe
from blackjack.simulation import CountingStrategy, Settings, simulate
from blackjack.simulation.counting import hi_lo_count, true_count
from blackjack.simulation.shoes import CountedShoe, Dealing, Plan
from tests.blackjack.simulated import CHART, deal_after, dealt_again, played


def test_a_deck_counts_nothing_and_low_cards_count_up() -> None:
    assert hi_lo_count(CARDS) == 0
    assert hi_lo_count(map(Card.parse, ["2C", "6D", "7H", "9S", "TC", "KD", "AH", "5S", "3S"])) == 1


@pytest.mark.parametrize(
    ("running", "unseen", "true"),
    [(0, 312, 0), (6, 312, 1), (5, 312, 0), (-1, 312, -1), (6, 26, 12), (3, None, 0)],
)
def test_the_true_count_is_per_deck_and_rounded_down(
    running: int, unseen: int | None, true: int
) -> None:
    assert true_count(running, unseen) == true


def test_the_bet_grows_with_the_true_count() -> None:
    counting = CountingStrategy(spread=(1, 8))
    assert [counting.bet(at) for at in range(-2, 8)] == [1, 1, 1, 1, 2, 4, 6, 8, 8, 8]
    assert counting.ramp() == {1: 1, 2: 2, 3: 4, 4: 6, 5: 8}


@pytest.mark.parametrize(
    ("counting", "rounds", "true", "leaves"),
    [
        (CountingStrategy(), 50, -9, False),
        (CountingStrategy(changes_after=20), 19, -9, False),
        (CountingStrategy(changes_after=20), 20, -1, True),
        (CountingStrategy(changes_after=20), 20, 0, False),
        (CountingStrategy(changes_after=20, leaves_at=0), 21, 0, True),
    ],
)
def test_a_bad_shoe_is_left_when_the_table_allows_it(
    counting: CountingStrategy, rounds: int, true: int, *, leaves: bool
) -> None:
    assert counting.leaves(rounds, true) is leaves


def test_shoes_that_are_left_are_played_as_far_as_the_table_asks() -> None:
    stays = played(PRESETS["ligalo"], 400, counting=CountingStrategy())
    goes = played(PRESETS["ligalo"], 400, counting=CountingStrategy(changes_after=5, leaves_at=9))
    assert goes.tally.shoes == 80
    assert stays.tally.shoes < 12


def test_the_counter_sees_open_cards_only() -> None:
    rules = Rules(decks=1, show_hole_card="when_needed", burn_cards=2)
    plan = Plan(rules, "1", CHART, counting=CountingStrategy())
    shoe = Dealing(plan).open_shoe(0)
    watched = CountedShoe(CountingStrategy(), shoe)
    assert (len(shoe.left), watched.unseen) == (50, 52)
    deal = deal_after("5C 6D 4H 2S", rules, "surrender")
    assert deal.complete
    watched.count_deal(deal, Shoe("", 1, shoe.left[4:], 6))
    assert (watched.running, watched.unseen) == (3, 49)
    assert watched.true_count == 3


def test_a_refilled_shoe_resets_the_count() -> None:
    rules = Rules(decks=1, reshuffle="when_empty")
    full = Shoe("", 1).left
    watched = CountedShoe(CountingStrategy(), Shoe("", 1, full[:2], 50))
    watched.running = 7
    watched.count_deal(deal_after("TC 6D TH TS 5D", rules, "stand"), Shoe("", 1, full[:47], 55))
    assert (watched.running, watched.unseen) == (-1, 47)


def test_the_counter_insures_by_what_lies_on_the_table() -> None:
    deal = deal_after("5C AD 4H 2S", Rules(decks=1))
    watched = CountedShoe(CountingStrategy(insures_from=24), Shoe("", 1))
    watched.running = 23 - hi_lo_count(map(Card.parse, ["5C", "AD", "4H"]))
    assert watched.insures(deal)
    watched.running -= 1
    assert not watched.insures(deal)
    assert not CountedShoe(CountingStrategy(insures_from=None), Shoe("", 1)).insures(deal)


def test_only_the_counter_insures() -> None:
    rules = replace(PRESETS["atlantic_city"], reshuffle="at_penetration")
    deals = dealt_again(rules, "x", 0, 3)
    counting = CountingStrategy(spread=(1, 1), insures_from=-99)
    settings = Settings(boxes=3, counting=counting, processes=1)
    found = simulate(rules, len(deals), "x", CHART, settings).tally
    aces = sum(deal.dealer[0].rank == "A" for deal in deals)
    odd = sum(times for (_, paid_in), times in found.hands.items() if paid_in % 2)
    assert 0 < aces == odd


def test_a_counter_who_bets_the_same_always_has_the_result_of_everyone() -> None:
    rules = PRESETS["ligalo"]
    counted = played(rules, 400, counting=CountingStrategy(spread=(3, 3), insures_from=None))
    flat, counter = played(rules, 400), counted.counter
    assert counter is not None
    assert counted.tally.hands == flat.tally.hands
    assert counter.average_bet == 3
    assert counter.returned == pytest.approx(flat.returned)
    assert counter.per_round.value == pytest.approx(3 * (flat.returned.value - 1))
    assert counter.returned_of_staked == pytest.approx(flat.returned_of_staked)


def test_a_counters_figures_are_those_of_its_rounds() -> None:
    found = played(PRESETS["ligalo"], 600, counting=CountingStrategy(spread=(1, 12)))
    counter = found.counter
    assert counter is not None
    lines = counter.by_true_count()
    won = sum((line["return"] - 1) * line["bet"] * line["rounds"] for line in lines)
    bet = sum(line["bet"] * line["rounds"] for line in lines)
    assert sum(line["rounds"] for line in lines) == 600
    assert {line["bet"] for line in lines} > {1, 3}
    assert counter.average_bet == pytest.approx(bet / 600)
    assert counter.per_round.value == pytest.approx(won / 600)
    assert counter.returned.value == pytest.approx(1 + won / bet)


def test_the_counter_is_one_of_the_seats_and_the_others_bet_the_same_always() -> None:
    rules, counting = PRESETS["atlantic_city"], CountingStrategy(spread=(4, 8), insures_from=None)
    found = played(rules, 40, boxes=5, counting=counting)
    assert found.tally.hands == played(rules, 40, boxes=5).tally.hands
    assert sum(found.tally.counts.values()) == 40
