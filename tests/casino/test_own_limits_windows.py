"""The windows of own limits: exact to the second, across month ends and clock changes."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
import time_machine
from psycopg import Connection

from casino.limits.selectors.spending import load_spending
from casino.play.services.betting import place_bet
from limits.services.players import confirm_limit
from limits.values import LimitKind, LimitPeriod
from tests.casino import scenes
from tests.casino.test_limits import boxes_of
from tests.casino.test_own_limits import bet, loses, refused, said, seated
from tests.exhaustive import slow_but_every
from tests.fixtures.profiles import ProfileChange
from tests.limits.own_limits import asked_earlier, limited

pytestmark = pytest.mark.database

SECOND: Final = timedelta(seconds=1)
LENGTHS: Final = {
    LimitPeriod.DAY: timedelta(hours=24),
    LimitPeriod.WEEK: timedelta(days=7),
    LimitPeriod.MONTH: timedelta(days=30),
}
NEW_YORK: Final = ZoneInfo("America/New_York")
# A plain noon, the eve of a leap day, the last days of a month and a year, and both clock changes in New York.
DEALS: Final = [
    datetime(2026, 3, 1, 12, tzinfo=UTC),
    datetime(2028, 2, 28, 23, 59, 59, tzinfo=UTC),
    datetime(2026, 1, 31, tzinfo=UTC),
    datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    datetime(2026, 3, 8, 1, 30, tzinfo=NEW_YORK),  # the window lacks the skipped hour
    datetime(2026, 11, 1, 0, 30, tzinfo=NEW_YORK),  # the window has one hour twice
]


@pytest.fixture(autouse=True)
def shoes_outlast_windows(profile: ProfileChange) -> None:
    profile(shoe_max_age_seconds=10**8)


@pytest.mark.parametrize("dealt", slow_but_every(3, DEALS), ids=str)
@pytest.mark.parametrize("period", LimitPeriod)
def test_a_round_counts_until_its_window_is_over_and_no_second_longer(
    period: LimitPeriod, dealt: datetime
) -> None:
    at = dealt.astimezone(UTC)
    with time_machine.travel(at, tick=False) as clock:
        participant = seated()
        limited(participant.player, LimitKind.WAGER, 10, period)
        limited(participant.player, LimitKind.LOSS, 10, period)
        scenes.play(bet(participant, "10"), "stand")
        clock.move_to(at + LENGTHS[period] - SECOND)
        assert said(refused(participant, "1")).endswith("You have $0.00 of it left.")
        clock.move_to(at + LENGTHS[period])
        bet(participant, "10")


def test_an_open_round_counts_whatever_its_age() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with time_machine.travel(at, tick=False) as clock:
        participant = seated()
        limited(participant.player, LimitKind.LOSS, 10)
        round_ = bet(participant, "10")
        clock.move_to(at + timedelta(days=40))
        other = scenes.sit(participant.player, scenes.table_of("live"))
        refused(other, "1")
        scenes.play(round_, "stand")
        bet(other, "10")


def test_a_round_counts_from_its_deal_not_from_its_end() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with time_machine.travel(at, tick=False) as clock:
        participant = seated()
        limited(participant.player, LimitKind.LOSS, 10)
        round_ = bet(participant, "10")
        clock.move_to(at + timedelta(hours=23))
        scenes.play(round_, "stand")
        refused(participant, "1")
        clock.move_to(at + timedelta(hours=24))
        bet(participant, "10")


def test_each_window_sees_its_own_and_no_more_is_read_than_the_longest() -> None:
    now = datetime(2026, 3, 31, 12, tzinfo=UTC)
    with time_machine.travel(now, tick=False) as clock:
        player = scenes.new_player()
        table = scenes.ligalo()
        participant = scenes.sit(player, table, scenes.seed_for(loses))
        for days in (29, 6, 0):
            clock.move_to(now - timedelta(days=days))
            request = scenes.bet_request(participant, boxes=boxes_of("10"))
            scenes.play_out(place_bet(player, table, request))
        found = load_spending(player.pk, now, LimitPeriod.MONTH)
        assert [found[LimitKind.WAGER, period] for period in LimitPeriod] == [
            100_000,
            200_000,
            300_000,
        ]
        of_day = load_spending(player.pk, now, LimitPeriod.DAY)
        assert of_day == {key: used for key, used in found.items() if key[1] == LimitPeriod.DAY}


@pytest.mark.committed
def test_a_looser_limit_needs_24_hours_and_a_confirmation(
    owner_connection: Connection[Any],
) -> None:
    participant = seated()
    first = limited(participant.player, LimitKind.WAGER, 5)
    looser = limited(participant.player, LimitKind.WAGER, 10)
    asked_earlier(owner_connection, first, 86_400)
    asked_earlier(owner_connection, looser, 86_395)
    refused(participant, "10")
    asked_earlier(owner_connection, looser, 5)
    refused(participant, "10")
    confirm_limit(participant.player, looser.pk)
    bet(participant, "10")
