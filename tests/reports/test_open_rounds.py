"""Interrupted rounds that are still open: listed in report 9 for every period."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from casino.models import Round
from casino.play.services.betting import place_bet
from journal.models import EventKind
from journal.services.recording import record
from reports.figures import open_rounds
from reports.sheets import exceptions
from reports.values.filters import Filters
from reports.values.period import Period
from tests.casino import scenes
from tests.reports.days import DAY, REAL, all_earlier, today, usd

pytestmark = pytest.mark.committed


def dealt() -> Round:
    round_ = scenes.deal(scenes.ordinary)
    User.objects.update(is_test_account=False)
    return round_


def left(_round: Round, _owner: Connection[object]) -> None:
    all_earlier(DAY / 12)


def tried(_round: Round, _owner: Connection[object]) -> None:
    Round.objects.update(house_tried_at=timezone.now())


def frozen(round_: Round, _owner: Connection[object]) -> None:
    record(EventKind.ROUND_FROZEN, subject=str(round_.public_id))


def stopped(_round: Round, owner: Connection[object]) -> None:
    owner.execute("ALTER TABLE casino_shoe DISABLE TRIGGER USER")
    owner.execute("UPDATE casino_shoe SET status = 'stopped' WHERE status = 'dealing'")
    owner.execute("ALTER TABLE casino_shoe ENABLE TRIGGER USER")


def month_old(_round: Round, _owner: Connection[object]) -> None:
    all_earlier(30 * DAY)
    Round.objects.update(asked_at=timezone.now())


@pytest.mark.parametrize("interrupt", [left, tried, frozen, stopped, month_old])
def test_interrupted_open_rounds_are_listed(
    interrupt: Callable[[Round, Connection[object]], None], owner_connection: Connection[object]
) -> None:
    round_ = dealt()
    assert open_rounds.load_figures(REAL, timezone.now(), 9) == open_rounds.InterruptedRounds((), 0)
    interrupt(round_, owner_connection)
    long_ago = Period.day(today() - 90 * DAY)
    for body in (
        exceptions.build_interrupted(long_ago, REAL),
        exceptions.build_all_interrupted(long_ago, REAL),
    ):
        section = body.sections[0]
        (row,) = section.rows
        assert (row.round.id, row.round.staked, section.count) == (round_.public_id, usd("10"), 1)
        assert row.round.waits_for
        assert row.length == pytest.approx(timezone.now() - row.round.started_at, abs=DAY / 24)
    for none in (Filters(currency="EUR"), Filters(test=True)):
        assert open_rounds.load_figures(none, timezone.now(), 9).count == 0


def test_the_oldest_is_first_in_batches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    first = dealt()
    all_earlier(2 * DAY, sealed=False)
    table, player = first.place.table, scenes.new_player("bea@example.test")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.pair))
    second = place_bet(player, table, scenes.bet_request(participant))
    User.objects.update(is_test_account=False)
    all_earlier(DAY)
    monkeypatch.setattr(open_rounds, "_BATCH", 1)
    now, both = timezone.now(), [first.public_id, second.public_id]
    assert [row.round.id for row in open_rounds.iterate_rounds(REAL, now)] == both
    found = open_rounds.load_figures(REAL, now, most=1)
    assert ([row.round.id for row in found.lines], found.count) == (both[:1], 2)
