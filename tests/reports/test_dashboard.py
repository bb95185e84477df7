"""The overview: content by role, figures beside a week ago, alerts, pending work."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Right, Role
from accounts.staff.selectors import staff_accounts
from accounts.staff.services import rights_review
from casino.play.services.betting import place_bet
from compliance.events.services import mark_alarm_seen
from journal.models import EventKind
from journal.services.recording import record
from reports.dashboard.words import alerts, cards
from reports.figures import play_today, tables_now
from reports.values.filters import Filters
from reports.values.period import start_of
from reports.values.played_sums import PlayedSums
from tables.models import House, RuleSet, Table
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all, close_all_hours
from tests.wallet.cash import checked, intent
from tests.wallet.rates import approved
from wallet.money.values import Money

DAY = timedelta(days=1)
HOME = reverse("admin:index")
pytestmark = pytest.mark.database


def shown(client: Client, query: str = "") -> str:
    answer: Any = client.get(f"{HOME}{query}")
    assert answer.status_code == 200
    page = re.sub(r"<svg.*?</svg>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def played(email: str, stake: str) -> None:
    player, table = scenes.new_player(email), scenes.ligalo()
    participant = scenes.sit(player, table)
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant, stake)))
    User.objects.filter(pk=player.pk).update(is_test_account=False)


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("what was sealed is moved once more")
def test_yesterday_and_today_are_compared_with_a_week_before() -> None:
    played("ana@example.test", "10")
    all_earlier(7 * DAY)  # with the next call eight days ago, a week before yesterday
    played("berta@example.test", "20")
    all_earlier(DAY)
    close_all()
    played("carla@example.test", "40")
    page = shown(inside(staff(Role.AUDITOR)))
    staked = page[page.index("Staked Yesterday") :].split(" RTP ")[0]
    assert re.search(r"Yesterday \$20\.00 ▲ 100% a week before: \$10\.00", staked)
    assert "Today so far $40.00 until this hour a week ago: $0.00" in staked
    assert "Last 7 days $20.00" in staked
    rounds = page[page.index("Rounds Yesterday") :]
    assert rounds.startswith("Rounds Yesterday 1 = 0% a week before: 1 Today so far 1")


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("what was sealed is moved once more")
@pytest.mark.parametrize("hours", [False, True])
def test_an_open_day_is_marked_as_open(hours: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Just after midnight, or while an old transaction is open, the day cannot be closed yet."""
    for email, stake in (("ana@example.test", "10"), ("berta@example.test", "30")):
        played(email, stake)
    all_earlier(DAY)
    if hours:
        close_all_hours()
    auditor = inside(staff(Role.AUDITOR))
    before = figures_of(shown(auditor))
    close_all()
    assert "Staked Yesterday $40.00" in before
    assert "Players Yesterday 2" in before
    assert figures_of(shown(auditor)) == before


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("what was sealed is moved once more")
def test_a_drawn_line_leads_to_the_table_of_its_days() -> None:
    played("ana@example.test", "10")
    all_earlier(DAY)
    close_all()
    auditor = inside(staff(Role.AUDITOR))
    answer: Any = auditor.get(HOME)
    (address, *_) = re.findall(r'href="(\S+/overview/\?since=[^"]+)"', answer.content.decode())
    today = datetime.now(UTC).date()
    assert html.unescape(address).endswith(f"?since={today - 14 * DAY}&until={today - DAY}")
    table: Any = auditor.get(html.unescape(address))
    assert (table.status_code, "$10.00" in table.content.decode()) == (200, True)


def figures_of(page: str) -> str:
    return page[page.index("GGR Yesterday") : page.rindex("All reports")]


@pytest.mark.parametrize("played_days", [3, 10])
def test_zeros_before_the_first_play_are_not_in_the_usual_range(
    monkeypatch: pytest.MonkeyPatch, played_days: int
) -> None:
    now = timezone.now()
    today = now.astimezone(UTC).date()
    sums = {today - n * DAY: (PlayedSums(rounds=90 + n), 1) for n in range(1, played_days + 1)}
    monkeypatch.setattr(play_today, "load_daily_sums", lambda *_period, **_test: sums)
    found = cards.load_numbers(now, test=False)
    ranges = {card.key: card.usual for card in found.cards if card.usual}
    if played_days == 3:
        assert (ranges, found.day, found.is_unusual) == ({}, "", False)
    else:
        assert (ranges["rounds"].low, ranges["rounds"].high) == (93, 99)


def test_the_verdict_is_first_then_alarms_work_tables_and_figures() -> None:
    record(EventKind.BUILD_DIFFERS, subject="build")
    scenes.ligalo()
    page = shown(inside(staff(Role.AUDITOR)))
    alerts = ("Something needs attention", "Needs attention", "Pending decisions")
    parts = (*alerts, "Tables now", "Yesterday and today")
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


def test_a_normal_day_is_announced_without_the_right_to_cash() -> None:
    checked()
    for currency in ("COP", "DOP", "EUR", "VES"):
        approved(currency, "0.00025")
    for role, told in ((Role.COMPLIANCE_MANAGER, True), (Role.OPERATOR, False)):
        page = shown(inside(staff(role)))
        assert "Nothing needs attention." in page
        assert ("was last checked" in page) is told


def test_the_all_clear_needs_every_right() -> None:
    """Play is stopped and an alarm is open, but these roles may not see either."""
    checked()
    House.objects.update(stopped=True)
    record(EventKind.BUILD_DIFFERS, subject="build")
    cashier, administrator = inside(staff(Role.CASHIER)), staff(Role.ADMINISTRATOR)
    rights_review.record_review(
        staff_accounts.review_digest(list(staff_accounts.staff_accounts())),
        note="all well",
        acting_user=administrator,
    )
    for client, told in ((cashier, True), (inside(administrator), False)):
        page = shown(client)
        assert "Nothing needs attention." not in page
        assert "Needs attention" not in page
        assert ("was last checked" in page) is told


def test_stopped_play_is_shown_first_and_at_its_table() -> None:
    table = scenes.ligalo()
    RuleSet.objects.filter(pk=table.version.rule_set_id).update(stopped=True)
    boxed = scenes.table_of("friendly")
    Table.objects.filter(pk=boxed.pk).update(stopped_boxes=[1, 3])
    page = shown(inside(staff(Role.AUDITOR)))
    assert f"The rules {table.version.rule_set.name} are stopped." in page
    assert f"{boxed.name}: boxes 1, 3 are stopped" in page
    tables = page[page.index("Tables now") :]
    assert f"{table.name} open; its rules are stopped 0" in tables
    assert f"{boxed.name} open; boxes 1, 3 are stopped 0" in tables
    House.objects.update(stopped=True)
    page = shown(inside(staff(Role.AUDITOR)))
    assert page.count("open; all play is stopped") == 2


@pytest.mark.committed
@pytest.mark.empty
def test_a_new_house_shows_that_nothing_happened() -> None:
    page = shown(inside(staff(Role.AUDITOR)))
    today = "Today so far $0.00 until this hour a week ago: $0.00"
    assert f"Staked Yesterday $0.00 a week before: $0.00 {today}" in page
    assert "RTP Yesterday — a week before: — Today" in page
    assert "There is no table yet." in page
    assert "Nothing is pending." in page


@pytest.mark.committed
def test_at_midnight_nothing_was_played_yet() -> None:
    """Today and the same day a week ago are empty time ranges then."""
    played("ana@example.test", "10")
    all_earlier(DAY)
    numbers = cards.load_numbers(start_of(datetime.now(UTC).date()), test=False)
    staked = next(card for card in numbers.cards if card.key == "staked")
    assert [(part.value, part.change.before) for part in staked.parts[:2]] == [
        ("$10.00", "$0.00"),
        ("$0.00", "$0.00"),
    ]


def test_stakes_in_play_are_shown_as_open() -> None:
    round_ = scenes.deal(scenes.ordinary)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)
    page = shown(inside(staff(Role.OPERATOR)))
    assert "Open rounds 1 Open stakes $10.00" in page


def test_alarms_come_first_and_a_sound_ledger_is_shown() -> None:
    manager = inside(staff(Role.COMPLIANCE_MANAGER))
    assert "The ledger has not been checked for too long" in shown(manager)
    checked()
    record(EventKind.SEED_MISMATCH, subject="shoe 1")
    page = shown(manager)
    assert "A shoe's seed is not the one that was published" in page
    assert page.index("Needs attention") < page.index("Pending decisions")


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("what was sealed is moved once more")
def test_an_alarm_stays_until_acknowledged() -> None:
    checked()
    event = record(EventKind.SEED_MISMATCH, subject="shoe 1")
    all_earlier(30 * DAY)
    manager = staff(Role.COMPLIANCE_MANAGER)
    assert "A shoe's seed is not the one that was published" in shown(inside(manager))
    mark_alarm_seen(event.pk, "a test's shoe", acting_user=manager)
    assert "A shoe's seed is not the one that was published" not in shown(inside(manager))


def test_many_alarms_are_listed_in_part_and_counted() -> None:
    for n in range(8):
        record(EventKind.SEED_MISMATCH, subject=f"shoe {n}")
    client = inside(staff(Role.COMPLIANCE_MANAGER))
    page = shown(client)
    assert page.count("A shoe's seed is not the one that was published") == 5
    assert "and 3 more alarms that nobody has seen to" in page
    answer: Any = client.get(HOME)
    assert f'href="{reverse("events:list")}?alarms=open"' in answer.content.decode()


@pytest.mark.committed
@pytest.mark.parametrize(
    ("role", "seen", "unseen"),
    [
        (Role.CASHIER, "My till today", "Yesterday and today"),
        (Role.AUDITOR, "Yesterday and today", "My till today"),
        (Role.ADMINISTRATOR, "Staff Operator 0", "Yesterday and today"),
    ],
)
@pytest.mark.empty
def test_each_role_sees_its_own(role: Role, seen: str, unseen: str) -> None:
    page = shown(inside(staff(role)))
    assert seen in page
    assert unseen not in page


@pytest.mark.committed
def test_the_query_count_is_constant() -> None:
    def asked(client: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            shown(client)
        return len(queries)

    client = inside(staff(Role.AUDITOR))
    intent("7.00")
    played("zoe@example.test", "10")
    record(EventKind.SEED_MISMATCH, subject="shoe 9")
    shown(client)
    few = asked(client)
    for name in ("berta@example.test", "carla@example.test"):
        played(name, "10")
    for n in range(3):
        intent(f"{n + 1}.00")
        record(EventKind.SEED_MISMATCH, subject=f"shoe {n}")
    assert asked(client) == few
    assert few < 70


def test_an_alarm_says_what_to_do_and_leads_to_where_it_is_done() -> None:
    round_ = scenes.deal(scenes.ordinary)
    event = record(EventKind.ROUND_WAITS, subject=f"round {round_.public_id}")
    client = inside(staff(Role.OPERATOR))
    page = shown(client)
    assert f"A round cannot be played by the house yet: round {round_.number} since" in page
    assert "See why the round cannot be played" in page
    assert f"Open round {round_.number}" in page
    answer: Any = client.get(HOME)
    for address in (
        reverse("events:event", args=[event.pk]),
        reverse("hands:hand", args=[round_.public_id]),
    ):
        assert f'href="{address}"' in answer.content.decode()


def test_a_player_is_no_name_on_the_overview() -> None:
    """The overview is not a list of players, so it records no views of players."""
    player = ana_confirmed()
    record(EventKind.DEPOSITS_BLOCKED_FOR_REVIEW, subject=f"player {player.pk}")
    page = shown(inside(staff(Role.COMPLIANCE_MANAGER)))
    assert f"player {player.pk}" in page
    assert player.full_name not in page


def test_every_standing_alert_says_what_to_do() -> None:
    House.objects.update(stopped=True)
    found = alerts.load_alerts(frozenset(Right)).standing
    assert found
    assert [one.words for one in found if not one.to_do] == []


@pytest.mark.committed
def test_current_tables_show_players_and_the_last_hour() -> None:
    for email in ("ana@example.test", "berta@example.test"):
        played(email, "10")
    table, now = scenes.ligalo(), timezone.now()
    client = inside(staff(Role.AUDITOR))
    tables = (page := shown(client))[page.index("Tables now") :]
    assert f"{table.name} open 2 2 $20.00" in tables

    def at(later: timedelta) -> tables_now.TableNow:
        return tables_now.load_figures([table], Filters(), now + later)[table.pk]

    assert at(timedelta(minutes=20)) == tables_now.TableNow(0, 2, Money.parse("20", "USD"))
    assert at(timedelta(minutes=61)) == tables_now.TableNow(0, 0, Money.zero("USD"))
    assert at(-timedelta(minutes=61)).rounds == 0
