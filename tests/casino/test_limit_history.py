"""History of a player's own limits: amount, start and end; only the reader's own."""

from typing import Any

import pytest
from django.utils.translation import override
from psycopg import Connection

from accounts.models.users import User
from casino.protection.words import limit_history
from casino.protection.words.limit_history import LimitRequestState, PastLimit, past_limits
from limits.selectors.in_force import CONFIRMED_WITHIN
from limits.services.players import confirm_limit
from limits.values import LimitKind, LimitPeriod
from tests.accounts.people import ana_confirmed, demo
from tests.casino.test_own_limits_page import seat_at_page, shown
from tests.limits.own_limits import asked_earlier, limited

pytestmark = pytest.mark.database
DAY = 86_400


def told(player: User) -> list[tuple[str, LimitRequestState]]:
    with override("en"):
        return [
            (line.value.replace("\N{NO-BREAK SPACE}", " "), line.fate) for line in lines(player)
        ]


def lines(player: User) -> list[PastLimit]:
    return past_limits(player).lines


def test_a_lower_limit_ends_the_one_before_at_the_moment_it_counts() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.WAGER, 70, LimitPeriod.WEEK)
    first, second = limited(ana, LimitKind.WAGER, 100), limited(ana, LimitKind.WAGER, 50)

    with override("en"):
        latest, earlier, other = lines(ana)

    assert told(ana) == [
        ("$50.00", LimitRequestState.COUNTS),
        ("$100.00", LimitRequestState.REPLACED),
        ("$70.00", LimitRequestState.COUNTS),
    ]
    assert (latest.begun, latest.ended) == (second.proposed_at, None)
    assert (earlier.begun, earlier.ended) == (first.proposed_at, second.proposed_at)
    assert other.name == "Stakes, 7 days"


def test_a_looser_one_counts_from_its_confirmation_and_not_from_when_it_was_asked_for(
    owner_connection: Connection[Any],
) -> None:
    ana = ana_confirmed()
    first, looser = limited(ana, LimitKind.LOSS, 100), limited(ana, LimitKind.LOSS, None)
    assert told(ana) == [
        ("no limit", LimitRequestState.WAITS),
        ("$100.00", LimitRequestState.COUNTS),
    ]
    asked_earlier(owner_connection, first, 2 * DAY)
    asked_earlier(owner_connection, looser, DAY)
    word = confirm_limit(ana, looser.pk)

    latest, earlier = lines(ana)

    assert (latest.begun, latest.fate) == (word.at, LimitRequestState.COUNTS)
    assert latest.asked_at < word.at
    assert (earlier.ended, earlier.fate) == (word.at, LimitRequestState.REPLACED)


def test_unconfirmed_limits_never_applied(owner_connection: Connection[Any]) -> None:
    ana = ana_confirmed()
    first, lapsed = limited(ana, LimitKind.LOSS, 100), limited(ana, LimitKind.LOSS, 200)
    too_long = CONFIRMED_WITHIN.total_seconds() + DAY + 60
    asked_earlier(owner_connection, first, too_long + 60)
    asked_earlier(owner_connection, lapsed, too_long)
    limited(ana, LimitKind.LOSS, 300)
    limited(ana, LimitKind.LOSS, 100)  # keeping the old limit drops the pending one

    assert [fate for _value, fate in told(ana)] == [
        LimitRequestState.COUNTS,
        LimitRequestState.NEVER,
        LimitRequestState.NEVER,
        LimitRequestState.REPLACED,
    ]
    assert all(line.ended is None for line in lines(ana) if line.fate == LimitRequestState.NEVER)


def test_only_the_latest_are_listed_and_the_page_says_where_the_others_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limit_history, "LATEST", 2)
    client, player = seat_at_page()
    for usd in (30, 20):
        limited(player, LimitKind.WAGER, usd)
    assert "All of them are in the copy of your data." not in shown(client)
    limited(player, LimitKind.WAGER, 10)

    found = past_limits(player)

    assert ([line.fate for line in found.lines], found.more) == (
        [LimitRequestState.COUNTS, LimitRequestState.REPLACED],
        True,
    )
    assert "All of them are in the copy of your data." in shown(client)


def test_the_page_shows_only_own_limits() -> None:
    client, player = seat_at_page()
    limited(demo(), LimitKind.WAGER, 4321)
    assert "Previous limits" not in shown(client)
    limited(player, LimitKind.WAGER, 100)
    page = shown(client)
    assert "Stakes, 24 hours $100.00" in page
    assert "in force now" in page
    assert "4,321" not in page
