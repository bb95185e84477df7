"""Session times of history players: deterministic, by their rhythm, with a minimum distance."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from blackjack.presets import PRESETS
from tools.history.private_shoes import play_one
from tools.history.schedule import APART, Rhythm, turn_starts
from tools.history.shoe_rows import MOST_SECONDS, Seeds, ShoeRows

SINCE = datetime(2026, 3, 1, tzinfo=UTC)
NOON = SINCE + timedelta(days=40, hours=12)
NIGHTS = Rhythm([6, 6, *[0] * 18, 3, 3, 3, 3], [1, 1, 1, 1, 8, 9, 1])


def drawn(until: datetime, turns: int = 90) -> list[datetime]:
    dice = random.Random("one")  # noqa: S311 - no secret
    return list(turn_starts(dice, turns, SINCE, until, NIGHTS))


def test_they_are_in_order_and_apart() -> None:
    found = drawn(NOON)
    assert len(found) > 80
    assert all(later - earlier >= APART for earlier, later in pairwise(found))
    assert found[-1] <= NOON - APART


def test_the_past_is_the_same_at_every_hour_of_today() -> None:
    evening = drawn(NOON + timedelta(hours=10))
    assert evening[: len(drawn(NOON))] == drawn(NOON)


def test_every_demo_player_played_before_the_last_day() -> None:
    """Even a history of a few days must have every player, at any hour."""
    for hour in range(24):
        until = SINCE + timedelta(days=3, hours=hour)
        today = until.replace(hour=0)
        for n in range(50):
            dice = random.Random(f"{hour}:{n}")  # noqa: S311 - no secret
            first = next(turn_starts(dice, 1, SINCE, until, NIGHTS), None)
            # A session that starts just before midnight is not over just after it.
            assert first < today if first else until - today < APART


def test_within_one_day_they_play_on_that_day() -> None:
    dice = random.Random("one")  # noqa: S311 - no secret
    found = list(turn_starts(dice, 40, SINCE, SINCE + timedelta(hours=23), NIGHTS))
    assert found
    assert {at.date() for at in found} == {SINCE.date()}


def test_they_follow_their_rhythm() -> None:
    found = drawn(NOON)
    at_night = [at for at in found if at.hour in {20, 21, 22, 23, 0, 1}]
    at_weekends = [at for at in found if (at - timedelta(hours=3)).weekday() in {3, 4, 5}]
    assert len(at_night) > 0.9 * len(found)  # the second session of an evening ends later
    assert len(at_weekends) > len(found) / 2


def test_without_a_rhythm_they_are_spread_evenly() -> None:
    dice = random.Random("two")  # noqa: S311 - no secret
    found = list(turn_starts(dice, 10, SINCE, SINCE + timedelta(days=10), None))
    assert [at.date().day for at in found] == list(range(1, 11))


def test_a_shoe_of_the_same_seeds_is_played_the_same_way_in_time() -> None:
    rules, both = PRESETS["casino_floor"], (ShoeRows(), ShoeRows())
    for made in both:
        play_one(made, 0, rules, 10_000, None, Seeds("ab" * 32, "player-salt"))
    assert both[0] == both[1]
    (shoe,) = both[0].shoe
    assert 0 < shoe[-1] < MOST_SECONDS + APART.total_seconds() / 3
    times = [(row[-9], row[-9] + row[-8]) for row in both[0].round]
    assert all(began <= ended for began, ended in times)
    assert all(ended < began for (_, ended), (began, _) in pairwise(times))
