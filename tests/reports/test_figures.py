"""Every report's figures, of days that are closed and of today alike."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from accounts.player_models import Restriction
from accounts.restrictions import Measure, decide_lifting, impose, propose_lifting
from accounts.roles import Role
from casino.models import Round, Treatment, VoidReason
from casino.services.betting import place_bet
from journal.models import Event, Kind
from journal.services import acting, record
from loyalty.models import Entry
from reports.figures import (
    cash,
    events,
    exchange,
    fairness,
    liabilities,
    loyalty,
    noted,
    overview,
    performance,
    players,
    voids,
)
from reports.filters import Filters
from reports.period import Period
from reports.sheets import events as sheet_of_events
from reports.sheets import players as sheet_of_players
from reports.sheets import voids as sheet_of_voids
from tables.models import LimitDecision, LimitSet, Table
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.reports.days import all_earlier, close_all
from wallet import services as wallet
from wallet.models import Account
from wallet.money import Money
from wallet.services import bonus

pytestmark = pytest.mark.usefixtures("committed_db")
DAY = timedelta(days=1)
TODAY = datetime.now(UTC).date()
WEEK = Period.last_days(8, TODAY)
REAL = Filters()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a page of an earlier test has left active."""
    with translation.override("en"):
        yield


def usd(text: str) -> Money:
    return Money.parse(text, "USD")


def played(email: str, stake: str = "10") -> None:
    player, table = scenes.new_player(email), scenes.ligalo()
    scenes.sit(player, table)
    sitting = player.sittings.get()
    round_ = place_bet(player, table, scenes.bet_request(sitting, stake))
    scenes.play_out(round_)
    User.objects.filter(pk=player.pk).update(is_test_account=False)


def limited(player: User, **limits: int) -> None:
    """Limits of this player's own, decided by another person."""
    operator, manager = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    made = LimitSet.objects.create(
        player=player, reason="asked for", proposed_by=operator, **limits
    )
    LimitDecision.objects.create(limits=made, approved=True, reason="seen", decided_by=manager)


def excluded(player: User, until: datetime, *, lift: bool = False) -> None:
    """By the house, until then; and lifted again."""
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    measure = Measure(Restriction.Kind.OPERATOR_EXCLUDED, "a test", until)
    made = impose(player.pk, measure, key=uuid4(), by=analyst)
    if lift:
        lifting = propose_lifting(made.pk, by=staff(Role.COMPLIANCE_ANALYST, "two"), reason="over")
        decide_lifting(lifting.pk, approved=True, by=manager, note="seen")


@pytest.fixture
def two_days(committed_db: None) -> None:
    """A round two days ago, closed; a larger one today."""
    played("ana@example.test")
    all_earlier(2 * DAY)
    close_all()
    played("berta@example.test", "20")


def test_closed_days_and_today_are_one_period(two_days: None) -> None:
    found = overview.figures(WEEK, REAL)

    assert found.total.rounds == 2
    assert found.total.staked_money == usd("30")
    assert found.players == 2
    assert [(line.day, line.played.rounds, line.players) for line in found.days] == [
        (TODAY - 2 * DAY, 1, 1),
        (TODAY, 1, 1),
    ]
    assert [line.name for line in found.tables] == ["Lígalo"]
    assert [line.key for line in found.segments] == ["new"]
    assert found.open.rounds == 0


def test_a_period_within_a_day_reads_that_days_rounds(two_days: None) -> None:
    now = datetime.now(UTC)
    hour = Period(now - DAY / 24 * 50, now - DAY / 24 * 47)

    assert overview.played(hour, REAL)[0].rounds == 1
    assert overview.played(Period(now - DAY / 24 * 47, now - DAY), REAL)[0].rounds == 0


def test_test_accounts_are_counted_alone_or_not_at_all(two_days: None) -> None:
    User.objects.filter(email="berta@example.test").update(is_test_account=True)

    assert overview.played(WEEK, REAL)[0].staked_money == usd("10")
    assert overview.played(WEEK, Filters(test=True))[0].staked_money == usd("20")
    # what a closed day says stays, whatever becomes of the account
    User.objects.update(is_test_account=True)
    assert overview.played(WEEK, REAL)[0].staked_money == usd("10")


def test_liabilities_are_those_of_the_periods_end(two_days: None) -> None:
    then = liabilities.figures(Period.last_days(3, TODAY - DAY), REAL)
    now = liabilities.figures(WEEK, REAL)
    anas = usd("1000") - overview.played(Period.day(TODAY - 2 * DAY), REAL)[0].won_usd

    assert [line.balances for line in then.lines] == [anas]
    assert then.day == TODAY - DAY
    assert not then.is_now
    assert [(day.day, day.usd) for day in then.days] == [
        (TODAY - 3 * DAY, Money.zero("USD")),
        (TODAY - 2 * DAY, anas),
        (TODAY - DAY, anas),
    ]
    assert now.is_now
    assert now.usd == anas + usd("1000") - overview.played(Period.day(TODAY), REAL)[0].won_usd


def test_what_is_in_play_is_owed() -> None:
    round_ = scenes.deal(scenes.ordinary)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)

    (line,) = liabilities.figures(WEEK, REAL).lines
    assert (line.balances, line.open_stakes, line.owed) == (usd("990"), usd("10"), usd("1000"))
    assert overview.open_rounds(REAL).staked == usd("10")


def test_cash_says_what_came_in_of_which_kind(two_days: None) -> None:
    berta = User.objects.get(email="berta@example.test")
    bonus(berta.pk, usd("5"), key=uuid4(), reason="tests")

    found = cash.figures(WEEK, REAL)
    assert {(line.kind, line.transfers): line.amount for line in found.lines} == {
        ("deposit", 2): usd("2000"),
        ("bonus", 1): usd("5"),
    }
    assert found.usd("deposit") == usd("2000")
    assert [line.day for line in found.days if line.kind == "deposit"] == [TODAY - 2 * DAY, TODAY]


def test_players_stand_by_what_they_staked(two_days: None) -> None:
    found = players.figures(WEEK, REAL)

    assert found.players == 2
    assert [line.email for line in found.lines] == ["berta@example.test", "ana@example.test"]
    assert found.total.staked == usd("30")
    assert found.total.seconds > 0
    assert len(players.figures(WEEK, REAL, most=1).lines) == 1


def test_players_stand_with_their_limits_and_exclusions(two_days: None) -> None:
    ana, berta = (User.objects.get(email=f"{name}@example.test") for name in ("ana", "berta"))
    limited(berta, max_bet=150_000, hands_per_day=40)
    limited(berta, max_bet=250_000)  # a newer one counts as a whole
    until = datetime(2099, 1, 5, tzinfo=UTC)
    excluded(ana, until)
    excluded(ana, until + DAY, lift=True)
    sheet = sheet_of_players.build(WEEK, REAL)
    column = {one.key: one for one in sheet.sections[0].columns}
    found = {line.email: line for line in sheet.sections[0].rows}
    said = {
        (email, key): column[key].value(line)
        for email, line in found.items()
        for key in ("limits", "restrictions")
    }
    assert said == {
        (berta.email, "limits"): "Greatest first stake on a box: 25.00",
        (berta.email, "restrictions"): "",
        (ana.email, "limits"): "",
        (ana.email, "restrictions"): "Exclusion by the house until 5 Jan 2099, 00:00",
    }


def test_players_stakes_are_said_as_they_were_too(two_days: None) -> None:
    found = {line.email: line for line in players.figures(WEEK, REAL).lines}
    berta = found["berta@example.test"]
    assert berta.staked == (usd("20"),)
    assert berta.won == (berta.sums.won,)


def test_everybody_who_played_is_read_in_batches(
    two_days: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "_BATCH", 1)
    lines = list(players.everybody(WEEK, REAL))
    assert [line.player_id for line in lines] == sorted(line.player_id for line in lines)
    assert set(lines) == set(players.figures(WEEK, REAL).lines)


def test_the_largest_bet_is_first(two_days: None) -> None:
    found = noted.large(WEEK, REAL)

    assert [line.staked for line in found.bets] == [usd("20"), usd("10")]
    assert all(line.won_usd > Money.zero("USD") for line in found.wins)
    assert noted.interrupted(WEEK, REAL).interrupted == 0


def test_shoes_and_events_are_counted(two_days: None) -> None:
    shoes = fairness.figures(WEEK, REAL)

    assert shoes.total.opened == 2
    assert [day for day, _ in shoes.days] == [TODAY - 2 * DAY, TODAY]
    assert events.figures(WEEK, REAL).kinds
    assert exchange.figures(WEEK, REAL).pairs == ()


def test_events_and_alterations_are_told_one_by_one(two_days: None) -> None:
    operator = staff(Role.OPERATOR)
    with transaction.atomic():
        acting(operator.pk)
        Table.objects.filter(name="Lígalo").update(hands_per_minute=61)
    record(Kind.SEED_MISMATCH, subject="shoe 7", actor=operator.pk)

    period = Period.day(TODAY)
    for body in (sheet_of_events.build(period, REAL), sheet_of_events.whole(period, REAL)):
        _kinds, each, alterations = body.sections
        happened, changed = list(each.rows), list(alterations.rows)
        values = {column.key: column.value(changed[0]) for column in alterations.columns}
        assert "60 → 61" in str(values["changed"])
        assert values["who"] == operator.full_name
        assert len(happened) == Event.objects.filter(at__date=TODAY).count()
        told = {column.key: column.value(happened[0]) for column in each.columns}
        assert (told["subject"], told["who"]) == ("shoe 7", operator.full_name)
    assert not list(sheet_of_events.whole(Period.day(TODAY - 9 * DAY), REAL).sections[2].rows)


def test_a_page_shows_the_beginning_of_what_an_event_says(two_days: None) -> None:
    record(Kind.SEED_MISMATCH, subject="shoe 7", data={"note": "x" * 500})
    short, long = (
        max(
            len(str(column.value(row)))
            for row in body.sections[1].rows
            for column in body.sections[1].columns
        )
        for body in (
            make(Period.day(TODAY), REAL) for make in (sheet_of_events.build, sheet_of_events.whole)
        )
    )
    assert short <= 160 < long


def test_a_page_says_how_much_of_a_list_it_shows(two_days: None) -> None:
    for n in range(3):
        record(Kind.SEED_MISMATCH, subject=f"shoe {n}")
    body = sheet_of_events.paper(Period.day(TODAY), REAL, most=2)
    events_ = Event.objects.filter(at__date=TODAY).count()
    assert body.sections[1].note == (
        f"The first 2 of {events_}; CSV and workbook have all of them."
    )
    assert len(list(body.sections[1].rows)) == 2


def test_debts_are_counted_whatever_is_listed(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A natural's winnings are withdrawn, then taken: what is not there is owed, in dollars at the round's rate."""
    round_, manager = scenes.deal(scenes.natural), staff(Role.COMPLIANCE_MANAGER)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)
    key, there = uuid4(), Account.objects.get(player=round_.player_id, currency="USD").balance
    wallet.withdraw(round_.player_id, Money(there, "USD"), key=key, withdrawal_id=key)
    treatment, reason = Treatment.STAKES_BACK, VoidReason.DUPLICATE
    decided.void(round_.pk, treatment, case=uuid4(), by=manager, reason=reason)

    found = voids.figures(WEEK, REAL, most=0)
    won = (round_.returned or 0) - round_.staked
    assert (found.owed, found.debts, found.debtors) == ((), 1, 1)
    assert found.owed_usd == Money(won, "USD") == usd("15")
    monkeypatch.setattr(voids, "_BATCH", 1)
    body = sheet_of_voids.whole(WEEK, REAL)
    assert [row.act for row in body.sections[1].rows] == ["void"]
    assert [row.usd for row in body.sections[2].rows] == [usd("15")]
    assert not list(voids.every_debt(WEEK, Filters(currency="EUR")))


def test_a_void_counts_on_the_day_it_is_made_and_a_steps_undoes_it(two_days: None) -> None:
    """The round stays what it was on its day; what the house won of it goes, and comes back with the undoing."""
    manager = staff(Role.COMPLIANCE_MANAGER)
    round_ = Round.objects.get(player__email="ana@example.test")
    before = overview.played(WEEK, REAL)[0]
    void = decided.void(
        round_.pk, Treatment.STAKES_BACK, case=uuid4(), by=manager, reason=VoidReason.DUPLICATE
    )

    found = overview.figures(WEEK, REAL)
    assert (found.total.staked, found.total.returned) == (before.staked, before.returned)
    assert found.total.won_usd == before.won_usd - usd("10") + money(round_)
    assert [day.played.voided for day in found.days] == [0, 1]
    report = voids.figures(WEEK, REAL)
    assert report.voided == 1
    assert report.house_usd == money(round_) - usd("10")

    decided.undo(void.pk, case=uuid4(), by=manager)
    after = overview.played(WEEK, REAL)[0]
    assert after.won_usd == before.won_usd
    assert (after.voided, after.unvoided) == (1, 1)
    assert [line.act for line in voids.figures(WEEK, REAL).lines] == ["undo", "void"]


def test_points_are_of_the_day_that_they_were_earned(two_days: None) -> None:
    """One for each dollar on hands; the round of a test account is counted apart."""
    entries = Entry.objects.filter(kind=Entry.Kind.EARNED)
    found = loyalty.figures(WEEK, Filters(test=True))
    real = loyalty.figures(WEEK, REAL)

    assert found.hundredths("earned") + real.hundredths("earned") == 3000
    assert [line.day for line in real.days] == [TODAY - 2 * DAY, TODAY]
    assert real.outstanding.balance == sum(one.hundredths for one in entries)


def money(round_: Round) -> Money:
    return round_.money(round_.returned or 0)


@pytest.mark.parametrize(
    ("report", "queries"),
    [
        (overview.figures, 13),
        (liabilities.figures, 6),
        (cash.figures, 2),
        (exchange.figures, 2),
        (players.figures, 4),
        (noted.large, 2),
        (noted.interrupted, 4),
        (events.figures, 2),
        (fairness.figures, 3),
        (voids.figures, 4),
        (loyalty.figures, 4),
        (performance.figures, 7),
    ],
)
def test_a_report_is_a_fixed_number_of_queries(
    two_days: None, report: object, queries: int
) -> None:
    assert callable(report)
    with CaptureQueriesContext(connection) as asked:
        report(WEEK, REAL)

    assert len(asked) == queries
