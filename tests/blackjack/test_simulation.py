import json
from io import StringIO
from math import sqrt
from typing import Any

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.simulation import (
    CountingStrategy,
    ProgressLine,
    Settings,
    SimulationError,
    run,
    simulate,
)
from blackjack.simulation.playing import ChartPlayer
from blackjack.simulation.shoes import ENDLESS, Dealing, Plan
from blackjack.simulation.tally import Moments, Tally, TallyRow
from blackjack.strategy import advise
from tests.blackjack.simulated import ALONE, CHART, deal_after, dealt_again, played


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    first = played(PRESETS["ligalo"]).to_dict()
    assert played(PRESETS["ligalo"], seed="1").to_dict() == first
    assert played(PRESETS["ligalo"], seed=2).to_dict()["outcomes"] != first["outcomes"]


@pytest.mark.parametrize("name", ["ligalo", "atlantic_city", "friendly"])
def test_the_number_of_processes_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_ROUNDS_OF_A_BLOCK", 30)
    monkeypatch.setattr(run, "_WORTH_SHARING", 0)
    rules, counting = PRESETS[name], CountingStrategy()
    alone = played(rules, 333, counting=counting)
    shared = played(rules, 333, counting=counting, processes=3)
    assert alone.tally.rounds == 333
    assert shared.to_dict() == alone.to_dict()


@pytest.mark.parametrize("name", ["ligalo", "casino_floor", "live", "atlantic_city"])
def test_a_shoe_is_dealt_as_any_shoe_with_its_burned_cards_its_cut_and_its_end(name: str) -> None:
    rules = PRESETS[name]
    seats = min(rules.seats, 3)
    deals = [deal for number in (0, 1) for deal in dealt_again(rules, "x", number, seats)]
    found = simulate(rules, len(deals), "x", CHART, Settings(boxes=seats, processes=1)).tally
    everyone = range(1, seats + 1)
    net = sum((deal.returned(k) or 0) - deal.staked(k) for deal in deals for k in everyone)
    assert (found.shoes, found.rounds) == (2, len(deals))
    assert found.cards == sum(deal.cards_drawn for deal in deals)
    assert sum(result * times for (result, _), times in found.hands.items()) == net
    outcomes = [
        deal.result(box, k).outcome
        for deal in deals
        for box in deal.boxes
        for k in range(len(box.hands))
    ]
    assert found.outcomes == {outcome: outcomes.count(outcome) for outcome in outcomes}


def test_the_player_does_what_the_chart_says_of_each_hand() -> None:
    deals = "5C 6D 5H TS", "6C 6D 4H TS", "7C 6D 7H TS", "7C TD 7H 9S", "TC TD 6H 9S", "AC TD 5H 9S"
    player, rules = ChartPlayer(CHART), Rules(max_splits=0)
    asked = [
        *(deal_after(cards, rules) for cards in deals),
        deal_after("4C TD 6H 9S 6D", rules, "hit"),
    ]
    assert len({(deal.dealer, deal.boxes[0].hands[0].cards) for deal in asked}) == 7
    for deal in asked:
        assert player.decide(deal) == advise(CHART, deal), deal


@pytest.mark.parametrize(
    "changed", [{"reshuffle": "when_empty", "decks": 1}, {"decks": "infinite"}]
)
def test_a_shoe_that_no_rule_closes_is_changed_after_a_while(changed: dict[str, Any]) -> None:
    assert played(Rules(**changed), 2 * ENDLESS + 1).tally.shoes == 3


def test_the_figures_are_those_of_the_counted_results() -> None:
    found = played(PRESETS["ligalo"], 200)
    nets = [net for net, times in found.outcomes.items() for _ in range(times)]
    mean = sum(nets) / 200
    assert len(nets) == 200
    assert found.returned.value == pytest.approx(1 + mean)
    assert found.standard_deviation == pytest.approx(
        sqrt(sum((net - mean) ** 2 for net in nets) / 200)
    )
    staked = sum(paid_in * times for (_, paid_in), times in found.tally.hands.items()) / 2
    assert found.average_wager.value == pytest.approx(staked / 200)
    assert found.returned_of_staked.value == pytest.approx(1 + sum(nets) / staked)


def test_results_are_per_unit_bet_whatever_a_blackjack_pays() -> None:
    outcomes = played(Rules(blackjack_pays="6:5"), 300).outcomes
    assert 1.2 in outcomes
    assert {-1.0, -0.5, 0.0, 1.0, 2.0} <= set(outcomes)


def test_the_standard_error_is_that_of_a_mean_of_independent_rows() -> None:
    moments = Moments()
    moments.add({TallyRow(1, 1, 3, 1): 2, TallyRow(1, 1, -1, 1): 6})
    mean, error = moments.ratio("net", "hands")
    assert mean == 0
    assert error == pytest.approx(sqrt((2 * 9 + 6 * 1) / 7 / 8))


def test_rows_of_unequal_size_weigh_by_their_size() -> None:
    moments, others = Moments(), Moments()
    moments.add({TallyRow(2, 2, 4, 2): 1})
    others.add({TallyRow(1, 1, -1, 1): 1})
    moments.merge(others)
    mean, error = moments.ratio("net", "hands")
    assert mean == 1
    assert error == pytest.approx(sqrt(2 * ((4 - 2) ** 2 + (-1 - 1) ** 2)) / 3)
    assert others.ratio("net", "hands").standard_error is None


@pytest.mark.parametrize(("rounds", "unit"), [(29, "round"), (31, "shoe")])
def test_the_shoe_is_one_observation_where_there_are_enough_of_them(rounds: int, unit: str) -> None:
    assert played(PRESETS["atlantic_city"], rounds).error_unit == unit
    assert played(PRESETS["ligalo"], rounds).error_unit == "round"


def test_seats_of_one_round_are_one_observation() -> None:
    found = played(PRESETS["atlantic_city"], 400, boxes=5)
    alone = found.standard_deviation / sqrt(2000)
    assert sum(found.tally.hands.values()) == 2000
    assert found.returned.standard_error is not None
    assert found.returned.standard_error > 1.2 * alone


@pytest.mark.parametrize(
    ("setting", "rounds", "settings"),
    [
        ("rounds", 0, ALONE),
        ("rounds", 1.5, ALONE),
        ("seats", 1, Settings(boxes=0)),
        ("seats", 1, Settings(boxes=2)),
        ("processes", 1, Settings(processes=0)),
        ("spread", 1, Settings(counting=CountingStrategy(spread=(0, 8)))),
        ("spread", 1, Settings(counting=CountingStrategy(spread=(8, 1)))),
        ("spread", 1, Settings(counting=CountingStrategy(spread=(1, 1_000_001)))),
        ("changes_after", 1, Settings(counting=CountingStrategy(changes_after=0))),
        ("changes_after", 1, Settings(counting=CountingStrategy(changes_after=1.5))),  # type: ignore[arg-type]  # deliberately wrong
    ],
)
def test_invalid_settings_are_refused_by_name(
    setting: str, rounds: Any, settings: Settings
) -> None:
    with pytest.raises(SimulationError, match=f"^{setting}: ") as refused:
        simulate(Rules(), rounds, 1, CHART, settings)
    assert (refused.value.setting, refused.value.code) == (setting, "invalid_simulation")


def test_a_seed_that_cannot_be_written_is_refused_by_name() -> None:
    with pytest.raises(SimulationError, match=r"^seed: ") as refused:
        simulate(Rules(), 1, "a\udcff", CHART, ALONE)
    assert str(refused.value).isascii()


def test_the_highest_spread_has_figures() -> None:
    assert played(Rules(), 40, counting=CountingStrategy(spread=(1, 1_000_000))).counter is not None


@pytest.mark.parametrize(
    ("counting", "said"),
    [(CountingStrategy(), "insurance that seat 1 takes at +3"), (CountingStrategy(insures_from=None), "seat 1's too.")],
)  # fmt: skip
def test_a_note_explains_the_counters_effect(counting: CountingStrategy, said: str) -> None:
    found = played(Rules(), 5, counting=counting)
    assert said in found.notes[0]
    assert found.to_dict()["notes"] == list(found.notes)
    assert found.notes[0] in found.text().splitlines()
    assert played(Rules(), 5).notes == ()


def test_the_answer_is_json_and_text() -> None:
    found = played(PRESETS["ligalo"], 100, counting=CountingStrategy(changes_after=20))
    shown = json.loads(json.dumps(found.to_dict()))
    assert shown["rounds"] == shown["hands"] == sum(shown["outcomes"].values()) == 100
    assert shown["counter"]["ramp"]["5"] == 8
    assert played(PRESETS["ligalo"], 5).to_dict()["counter"] is None
    lines = found.text().splitlines()
    assert f"{100 * shown['return']:.4f} %" in found.text()
    assert any("changes the shoe from round 20 on" in line for line in lines)


def test_progress_is_reported_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_ROUNDS_OF_A_BLOCK", 30)
    told: list[float] = []
    simulate(PRESETS["atlantic_city"], 100, 1, CHART, ALONE, told.append)
    assert told == [0.3, 0.6, 0.9, 1.0]


def test_a_short_run_shows_no_progress() -> None:
    out = StringIO()
    with ProgressLine("dealing", out) as line:
        line(0.5)
    assert not out.getvalue()


def test_a_long_run_shows_progress_and_clears_the_line() -> None:
    out = StringIO()
    with ProgressLine("dealing", out, patience=0) as line:
        line._timer.join()
        line(0.5)
        line(0.501)
    assert out.getvalue() == "\rdealing: 0%\rdealing: 50%\r            \r"


def test_adding_tallies_adds_everything() -> None:
    plan = Plan(PRESETS["ligalo"], "1", CHART, counting=CountingStrategy())
    whole, parts = Dealing(plan).tally(range(3), 999), Tally()
    for number in range(3):
        parts.merge(Dealing(plan).tally(range(number, number + 1), 999))
    assert parts == whole
