"""Small runs of the players that `make bench-signals` simulates."""

import numpy as np
import pytest

from blackjack.bets import Bet
from blackjack.canonical import sha256_hex
from blackjack.deal import Deal
from blackjack.shoe import Shoe
from blackjack.simulation.counting import hi_lo_count
from signals.catalogue import SIGNALS
from signals.columns import UNITS, VERBS
from signals.judging import judge_signal
from signals.outcomes import OutcomeStatus
from tools.benchmarks import signals as bench, signals_rounds
from tools.benchmarks.signals_kinds import list_kinds
from tools.benchmarks.signals_players import (
    ABSENCES,
    COUNTERS,
    HONEST,
    TEMPOS,
    bet_flat,
    build_history,
    count_cards,
    take_seat,
)
from tools.benchmarks.signals_rounds import RULES, Pool, find_playout, play_pool

ONE_DECK = "1 deck, 50 %"


@pytest.fixture(scope="module")
def pool() -> Pool:
    return play_pool((ONE_DECK, "by the chart", 0, 400))


@pytest.fixture(scope="module")
def careless() -> Pool:
    return play_pool((ONE_DECK, "careless, 15 % errors", 0, 60))


def test_the_rounds_are_the_engine_s(pool: Pool) -> None:
    rules, played = RULES[ONE_DECK], find_playout(RULES[ONE_DECK])
    seed = sha256_hex(f"{ONE_DECK}:by the chart:0")
    shoe, running = Shoe(seed, 1), 0
    for row in range(int(pool.shoes[1])):
        assert (pool.running[row], pool.left[row]) == (running, len(shoe.left))
        cards = shoe.begin(signals_rounds._ENTROPY, row + 1)
        deal = Deal.start(rules, [Bet(1, 2)], cards.draw)
        actions = []
        while not deal.complete:
            actions.append(played.advise(deal))
            deal = deal.play(actions[-1])
        assert pool.net[row] == ((deal.returned(1) or 0) - deal.staked(1)) / 2
        first, end = pool.decisions[row : row + 2]
        assert [VERBS[at] for at in pool.action[first:end]] == [one.verb for one in actions]
        running += hi_lo_count(deal.cards)
        shoe = cards.end(deal.cards_drawn)


def test_a_seat_takes_whole_shoes_and_none_twice_too_soon(pool: Pool) -> None:
    seat = take_seat(pool, np.random.default_rng(1), 300)
    assert len(np.unique(seat.rows)) == 300
    assert (seat.nonce[seat.shoe == 1] == np.arange(1, (seat.shoe == 1).sum() + 1)).all()
    long = take_seat(pool, np.random.default_rng(1), 3 * len(pool.running))
    assert np.bincount(long.rows).min() >= 2


def test_histories_hold_the_rounds_with_their_decisions(careless: Pool) -> None:
    random = np.random.default_rng(2)
    seat = take_seat(careless, random, 50)
    history = build_history(seat, bet_flat(seat, random), random)
    assert (history.deals.staked >= history.deals.stake).all()
    assert history.deals.stake.tolist() == [20 * UNITS] * 50
    differ = np.flatnonzero(history.decisions.action != history.decisions.advised)
    assert history.deviations.row.tolist() == differ.tolist()
    for place in range(len(differ)):
        assert history.gain_chances.chance[history.gain_chances.of == place].sum() == pytest.approx(
            1
        )


def test_deals_sat_out_have_no_decisions(pool: Pool) -> None:
    random = np.random.default_rng(3)
    seat = take_seat(pool, random, 200)
    for absence in ABSENCES.values():
        away = absence(seat, random)
        history = build_history(seat, bet_flat(seat, random), random, away)
        assert (history.deals.stake[away] == 0).all()
        assert not away[history.decisions.row].any()


@pytest.mark.parametrize("name", [*HONEST, *COUNTERS])
def test_stakes_are_within_the_table_s(pool: Pool, name: str) -> None:
    random = np.random.default_rng(4)
    seat = take_seat(pool, random, 300)
    stakes = {**HONEST, **COUNTERS}[name](seat, random)
    assert stakes.min() >= 10
    assert stakes.max() <= 1280


def test_a_counter_bets_by_the_count(pool: Pool) -> None:
    random = np.random.default_rng(5)
    seat = take_seat(pool, random, 300)
    stakes = count_cards(8)(seat, random)
    assert set(stakes[seat.true_count < 2].tolist()) == {20.0}
    assert set(stakes[seat.true_count >= 5].tolist()) == {160.0}
    outcome = judge_signal(SIGNALS["CC1"], build_history(seat, stakes, random), {})
    assert outcome.status is OutcomeStatus.FLAGGED


@pytest.mark.parametrize("name", TEMPOS)
def test_think_times_are_positive(careless: Pool, name: str) -> None:
    random = np.random.default_rng(6)
    seat = take_seat(careless, random, 50)
    history = build_history(seat, bet_flat(seat, random), random, tempo=TEMPOS[name][0])
    assert history.decisions.think.min() > 0


def test_a_clairvoyant_s_deviations_are_mostly_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signals_rounds.MANNERS, "sees all", signals_rounds.know_next_card(1.0))
    monkeypatch.setattr(signals_rounds, "MEASURED", {"sees all"})
    monkeypatch.setattr(signals_rounds, "_PEEKS", 30)
    found = play_pool((ONE_DECK, "sees all", 0, 30))
    assert found.right.mean() > 0.7
    assert found.right_chance.mean() < 0.6


def test_every_statistical_signal_of_players_has_kinds() -> None:
    judged = {signal for kind in list_kinds() for signal in kind.signals}
    known = {name for name, signal in SIGNALS.items() if signal.statistical}
    assert judged == known - {"LOY1"}


def test_intervals_are_those_of_clopper_and_pearson() -> None:
    assert bench.clopper_pearson(0, 200) == pytest.approx((0.0, 0.01828), abs=1e-5)
    assert bench.clopper_pearson(200, 200)[1] == 1.0
    assert bench.clopper_pearson(5, 200) == pytest.approx((0.00817, 0.05738), abs=1e-5)


@pytest.fixture
def small(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_pools", {(ONE_DECK, "by the chart"): pool})


@pytest.mark.usefixtures("small")
def test_power_and_alarms_of_a_player() -> None:
    kinds = {kind.name: kind for kind in list_kinds()}
    counter = bench.find_power(kinds["counter 1 to 8"], "CC1", (ONE_DECK,), 0)
    assert counter == [1, 1, 1, 1]
    assert bench.find_power(kinds["flat"], "CC1", (ONE_DECK,), 0) == [None] * 4
    assert bench.find_alarm(kinds["random"], "CC1", (ONE_DECK,), 0) == 0
