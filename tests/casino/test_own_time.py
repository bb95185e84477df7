"""Own limit on time: union of the visits on all devices in rolling windows; reached, no new bet, but the hand goes on."""

import re
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from casino.models import Round
from casino.play.services.betting import place_bet
from limits.refusals import LimitReached
from limits.selectors.time_played import merge_spans, time_played
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated
from wallet.ledger.selectors.funds import balance, load_money_in_play

pytestmark = pytest.mark.database

HOUR = 3600
_KEYS = count()


def was_here(player: User, begun: datetime, **length: float) -> Visit:
    """Create a visit that has ended."""
    ended = begun + timedelta(**length)
    return Visit.objects.create(
        player=player, begun_at=begun, seen_at=ended, ended_at=ended, ended="signed_out"
    )


def is_here(player: User, begun: datetime, seen: datetime) -> Visit:
    """Create a visit that still runs."""
    key = f"key {next(_KEYS)}"
    return Visit.objects.create(player=player, begun_at=begun, seen_at=seen, session_key=key)


def ago(**times: float) -> datetime:
    return timezone.now() - timedelta(**times)


def hours(player: User, now: datetime) -> list[float]:
    found = time_played(player.pk, now)
    return [round(found[period].total_seconds() / HOUR, 4) for period in LimitPeriod]


def limited(player: User, seconds: int, period: LimitPeriod = LimitPeriod.DAY) -> None:
    set_limit(player, LimitRequest(LimitKind.TIME, period, seconds), key=uuid4())


def test_overlapping_visits_count_once() -> None:
    at = datetime(2026, 11, 22, tzinfo=UTC)
    ten, eleven, noon, one = (at + timedelta(hours=hour) for hour in (10, 11, 12, 13))
    assert merge_spans([(eleven, one), (ten, noon), (ten, eleven)]) == [(ten, one)]
    assert merge_spans([(noon, one), (ten, eleven)]) == [(ten, eleven), (noon, one)]


def test_windows_roll_and_cut_what_began_before_them() -> None:
    player, now = scenes.new_player(), timezone.now()
    was_here(player, now - timedelta(hours=25), hours=2)  # one hour is within the day
    was_here(player, now - timedelta(days=7, hours=1), hours=3)
    was_here(player, now - timedelta(days=30, hours=1), hours=1.5)
    was_here(player, now - timedelta(days=31), hours=5)
    assert hours(player, now) == [1, 4, 5.5]


def test_a_visit_that_runs_counts_until_now_or_until_it_was_last_seen() -> None:
    player, now = scenes.new_player(), timezone.now()
    is_here(player, now - timedelta(hours=1), now - timedelta(minutes=1))
    assert hours(player, now) == [1, 1, 1]
    Visit.objects.update(session_key=None, ended_at=now, ended="gone")
    is_here(player, now - timedelta(hours=5), now - timedelta(hours=3, minutes=1))
    assert hours(player, now) == [3, 3, 3]


@pytest.mark.parametrize("seconds", [1, 59, 60])
def test_windows_that_are_closed_within_a_minute_count_as_long_as_they_were(seconds: int) -> None:
    """Each sign-in ends the visit before it at its last-seen time, here its beginning."""
    player, now = scenes.new_player(), timezone.now()
    length = timedelta(seconds=seconds)
    for number in range(30, 0, -1):
        begun = now - number * length
        Visit.objects.filter(ended_at=None).update(
            session_key=None, ended_at=F("seen_at"), ended="gone"
        )
        is_here(player, begun, begun)
    assert time_played(player.pk, now)[LimitPeriod.DAY] == 30 * length


def test_a_visit_that_was_left_counts_a_minute_and_one_that_was_signed_out_to_the_second() -> None:
    player, now = scenes.new_player(), timezone.now()
    begun = now - timedelta(hours=1)
    is_here(player, begun, begun)
    assert time_played(player.pk, now)[LimitPeriod.DAY] == timedelta(minutes=1)
    assert time_played(player.pk, begun + timedelta(seconds=7))[LimitPeriod.DAY] == timedelta(
        seconds=7
    )
    was_here(player, now - timedelta(minutes=30), seconds=5)
    assert time_played(player.pk, now)[LimitPeriod.DAY] == timedelta(seconds=65)


def test_its_last_minute_lies_in_the_window_to_the_second() -> None:
    player, now = scenes.new_player(), timezone.now()
    seen = now - timedelta(hours=24, seconds=59)
    visit = is_here(player, seen - timedelta(hours=1), seen)
    assert time_played(player.pk, now)[LimitPeriod.DAY] == timedelta(seconds=1)
    Visit.objects.filter(pk=visit.pk).update(session_key=None, ended_at=seen, ended="idle")
    assert time_played(player.pk, now)[LimitPeriod.DAY] == timedelta(seconds=1)
    later = now + timedelta(seconds=1)
    assert time_played(player.pk, later)[LimitPeriod.DAY] == timedelta()


def test_bets_of_short_windows_reach_the_limit() -> None:
    _, participant = seated()
    player, table = participant.player, participant.table
    limited(player, 29 * 60)
    for number in range(30, 0, -1):
        begun = ago(seconds=58 * number)
        is_here(player, begun, begun)
        if number == 2:
            place_bet(player, table, scenes.bet_request(participant))
            scenes.play_out(Round.objects.get())
    participant.refresh_from_db()
    with time_machine.travel(ago(seconds=-2), tick=False), pytest.raises(LimitReached):
        place_bet(player, table, scenes.bet_request(participant))


def test_two_devices_at_once_are_one_hour_and_nobody_elses_counts() -> None:
    player, now = scenes.new_player(), timezone.now()
    for _ in range(2):
        was_here(player, now - timedelta(hours=3), hours=1)
    was_here(scenes.new_player("bea@example.test"), now - timedelta(hours=2), hours=1)
    assert hours(player, now) == [1, 1, 1]


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25", "2026-02-28", "2026-12-31"])
def test_neither_summer_time_nor_the_end_of_a_month_moves_a_window(day: str) -> None:
    """In Madrid, two of these days have 23 or 25 hours."""
    madrid = datetime.fromisoformat(f"{day}T23:30:00").replace(tzinfo=ZoneInfo("Europe/Madrid"))
    player, now = scenes.new_player(), madrid.astimezone(UTC)
    was_here(player, now - timedelta(hours=24, seconds=1), seconds=1)
    assert hours(player, now)[0] == 0
    was_here(player, now - timedelta(hours=24), hours=1)
    assert hours(player, now)[0] == 1


def test_a_bet_is_refused_when_the_time_is_over_and_not_a_second_before() -> None:
    _, participant = seated()
    player, table, request = participant.player, participant.table, scenes.bet_request(participant)
    limited(player, HOUR)
    was_here(player, ago(hours=2), seconds=HOUR)
    before = balance(player.pk)
    with pytest.raises(LimitReached, match="1:00:00") as refused:
        place_bet(player, table, request)
    assert refused.value.code == "own_time_limit"
    assert (balance(player.pk), load_money_in_play(player.pk)) == (before, [])
    assert not Round.objects.exists()


def test_a_second_less_takes_the_bet() -> None:
    _, participant = seated()
    limited(participant.player, HOUR)
    was_here(participant.player, ago(hours=2), seconds=HOUR - 1)
    place_bet(participant.player, participant.table, scenes.bet_request(participant))
    assert Round.objects.count() == 1


def test_the_lowest_limit_applies() -> None:
    _, participant = seated()
    limited(participant.player, 10 * HOUR)
    limited(participant.player, 12 * HOUR, LimitPeriod.WEEK)
    was_here(participant.player, ago(days=3), hours=12)
    with pytest.raises(LimitReached):
        place_bet(participant.player, participant.table, scenes.bet_request(participant))


@pytest.mark.committed
def test_the_hand_in_play_is_finished_and_the_next_bet_is_not_offered() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = scenes.signed_in(round_.player)
    limited(round_.player, HOUR)
    was_here(round_.player, ago(hours=2), hours=1)
    page = client.get(TABLE).context["page"]
    assert (page.time_left.words, page.barred is None) == ("0:00:00", False)
    answer = client.post(TABLE + "action/", decision(round_, "double"), headers=HTMX)
    assert answer.status_code == 200
    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED
    assert "1:00:00" in answer.context["page"].barred
    sent = client.post(TABLE + "bet/", bet_form(round_.participant), headers=HTMX)
    assert sent.status_code == 422
    assert Round.objects.count() == 1


def test_the_table_says_what_is_left() -> None:
    client, participant = seated()
    limited(participant.player, 2 * HOUR)
    was_here(participant.player, ago(hours=3), minutes=90)
    assert client.get(TABLE).context["page"].time_left.words == "0:30:00"


def test_players_without_a_time_limit_cost_no_query() -> None:
    client, participant = seated()
    set_limit(
        participant.player, LimitRequest(LimitKind.WAGER, LimitPeriod.DAY, 10_000_000), key=uuid4()
    )
    client.get(TABLE)
    with CaptureQueriesContext(connection) as captured:
        assert client.post(TABLE + "bet/", bet_form(participant), headers=HTMX).status_code == 200
    assert not [one for one in captured if "accounts_visit" in one["sql"]]


@pytest.mark.parametrize(
    ("lasted", "told"), [(0, "0:00:00"), (59, "0:00:59"), (3725, "1:02:05"), (90_000, "25:00:00")]
)
def test_without_scripts_the_session_clock_says_how_long_as_the_server_knows(
    lasted: int, told: str
) -> None:
    client, participant = seated()
    client.get(TABLE)
    now = timezone.now()
    began = now - timedelta(seconds=lasted)
    User.objects.filter(pk=participant.player_id).update(session_began=began)
    with time_machine.travel(now, tick=False):
        page = client.get(TABLE, headers={"Accept-Language": "es"}).text
    clock = re.search(r"<time data-session-started[^>]*>([^<]*)</time>", page)
    assert clock is not None
    assert clock[1] == told
