"""Whole players, from a file to their outcomes: honest ones of every kind, counters, and programs."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from _pytest.mark import ParameterSet

from blackjack.presets import preset
from blackjack.rules import Rules
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.judging import judge_looks
from signals.outcomes import OutcomeStatus
from signals.reading.players import PlayerRead, read_players
from signals.scores import FLAGGED_FROM, compute_score
from signals.worths import CountWorth
from tests.signals.file_players import (
    HONEST,
    Player,
    Table,
    Thinker,
    counter,
    gamma,
    lognormal,
    mixture,
)

PLAY = ("CC1", "CC2", "CC3", "CC4", "EDGE", "BOT1", "BOT2", "BOT3", "BOT4", "BOT5")
RULES = {
    "one deck": Rules(decks=1, penetration=0.6),
    "two decks": Rules(decks=2, penetration=0.75, soft_17="stand", surrender="none"),
    "six decks": Rules(),
    "eight decks": Rules(decks=8, penetration=0.8),
}
OTHER_RULES = {
    "infinite": Rules(decks="infinite"),
    "a shoe a round": preset("atlantic_city"),
    "live": preset("live"),
}
TIMES: dict[str, Thinker] = {
    "lognormal": lognormal(3, 0.5),
    "gamma": gamma(4, 2.5),
    "mixture": mixture(lognormal(1.2, 0.35), lognormal(9, 0.6)),
}


def read(player: Player, rounds: int) -> History:
    line = json.dumps(player.play(rounds))
    (found,) = read_players([line], with_deviations=False)
    assert isinstance(found, PlayerRead)
    assert found.unreplayable == ()
    return replace(found.history, worth_of=lambda _rules: CountWorth(-0.004, 0.006))


def find_flags(history: History) -> set[str]:
    return set(_flagged(history))


def _flagged(history: History) -> Iterator[str]:
    for name in PLAY:
        for look in judge_looks(SIGNALS[name], history, SIGNALS[name].defaults):
            assert look.outcome.status is not OutcomeStatus.ERROR
            if look.outcome.status is OutcomeStatus.FLAGGED:
                yield name


def _mark_slow(names: Iterable[str], quick: str) -> list[ParameterSet]:
    """All but one of them are played in the whole test run only."""
    return [pytest.param(name, marks=[pytest.mark.slow] * (name != quick)) for name in names]


@pytest.mark.parametrize("rules", _mark_slow([*RULES, *OTHER_RULES], "six decks"))
@pytest.mark.parametrize("kind", HONEST)
def test_honest_players_of_every_kind_are_not_flagged(kind: str, rules: str) -> None:
    known = {**RULES, **OTHER_RULES}
    seed = list(HONEST).index(kind) * 10 + list(known).index(rules)
    thinker = list(TIMES.values())[seed % len(TIMES)]
    player = Player(known[rules], kind, HONEST[kind], thinker, seed=seed, live=rules == "live")
    assert find_flags(read(player, 300)) == set()


@pytest.mark.parametrize("rules", _mark_slow(RULES, "six decks"))
@pytest.mark.parametrize("highest", [4, 8, 12])
def test_counters_are_flagged_at_three_hundred_rounds(highest: int, rules: str) -> None:
    player = Player(RULES[rules], "counter", counter(highest), seed=highest)
    assert "CC1" in find_flags(read(player, 300))


@pytest.mark.parametrize("rules", [Rules(decks="infinite"), preset("atlantic_city")])
def test_a_counter_without_a_count_is_a_player_like_others(rules: Rules) -> None:
    player = Player(rules, "counter", counter(8), seed=3)
    assert find_flags(read(player, 300)) == set()


@pytest.mark.parametrize("times", TIMES)
def test_perfect_play_alone_is_below_every_score(times: str) -> None:
    player = Player(Rules(), "careful", HONEST["drifting"], TIMES[times], errors=0.0, seed=8)
    flags = find_flags(read(player, 650))
    assert flags <= {"BOT3"}
    scored = [(name, SIGNALS[name].family, SIGNALS[name].severity) for name in flags]
    assert compute_score(scored) < FLAGGED_FROM


def test_a_program_is_flagged_for_its_times() -> None:
    jittered = lognormal(0.2, 0.08, harder=1.0)
    player = Player(Rules(), "program", thinker=jittered, errors=0.0, seed=2)
    assert {"BOT1", "BOT2", "BOT3", "BOT5"} <= find_flags(read(player, 700))


def test_a_program_that_never_sleeps_is_flagged_for_it() -> None:
    player = Player(Rules(), "program", thinker=TIMES["gamma"], seed=2, pace=300.0)
    assert find_flags(read(player, 110)) == {"BOT4"}


def test_a_counter_at_a_live_table_sits_out_bad_counts_and_plays_by_the_count() -> None:
    def away(table: Table) -> bool:
        return table.true_count <= -1

    rules = replace(preset("live"), seats=3, penetration=0.8)
    player = Player(rules, "seat", counter(8), seed=6, sits_out=away, live=True)
    flags = find_flags(read(player, 400))
    assert {"CC1", "CC3"} <= flags


def test_index_plays_are_flagged() -> None:
    rules = Rules(decks=2, penetration=0.75, surrender="none")
    player = Player(rules, "index", counter(6), seed=4, indexes=True)
    assert "CC4" in find_flags(read(player, 1700))


def test_tables_played_at_once_keep_their_counts_apart() -> None:
    one = Player(Rules(), "both", counter(8), seed=1).play(200)
    other = Player(Rules(decks=2), "both", counter(8), seed=2).play(200)
    for given in other["rounds"]:
        given["table"] = "T2"
    rounds = one["rounds"] + other["rounds"]
    (both,) = read_players([json.dumps({"player": "both", "rounds": rounds})])
    assert isinstance(both, PlayerRead)
    assert both.unreplayable == ()
    deals = both.history.deals
    assert (deals.at[1:] >= deals.at[:-1]).all()
    assert len(set(deals.table.tolist())) == 2
    assert (deals.running[deals.nonce == 1] == 0).all()
    assert "CC1" in find_flags(both.history)
