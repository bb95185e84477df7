"""`make bench-play`: its bulk rounds are valid rounds, and its clients play whole ones."""

from collections import Counter as Counted
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from accounts.models.users import User
from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import public_line
from casino.models import Bet, Decision, LogLine, Round, Shoe
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import find_broken_house_lines
from config.testing import current_run
from tables.models import Table
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.fixtures.site import Site
from tests.wallet.seals import seal_all
from tools.benchmarks import play_queries
from tools.benchmarks.bare import tables as bare_tables
from tools.benchmarks.bare.models import Counter, Line
from tools.benchmarks.play_client import Bare, Browser, Play, Refused, Way
from tools.benchmarks.play_slices import Client, Spent, run_at_will, run_in_step
from tools.benchmarks.processor import processor_time
from tools.history import round_rows, round_statements
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = [pytest.mark.committed, pytest.mark.empty]

SECONDS, FUNDS = 1.0, "100000"


def players(count: int) -> list[User]:
    """Return players with more money than they can lose here."""
    emails = [f"p{number}@example.test" for number in range(count)]
    return [scenes.new_player(email, FUNDS) for email in emails]


def a_fast_table(preset: str = "ligalo") -> Table:
    return scenes.table_of(preset, hands_per_minute=10_000, hands_per_day=100_000)


def filled(table: Table, people: list[User], rounds: int = 30) -> list[float]:
    """Fill the table with rounds of these players over the last five days, sealed; return what `fill` reported."""
    now, told = timezone.now(), list[float]()
    group = round_rows.Group([one.pk for one in people], rounds, now - timedelta(days=5), now)
    round_rows.fill(current_run().owner_url, table, [group], told.append)
    seal_all()
    return told


def triggers_off() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("preset", slow_but_every(3, ["ligalo", "casino_floor", "atlantic_city"]))
def test_rounds_in_bulk_are_sound(preset: str) -> None:
    people = players(3)
    told = filled(a_fast_table(preset), people)

    assert told[-1] == 1
    assert all(Round.objects.filter(player=one).count() >= 30 for one in people)
    assert Decision.objects.exists()
    assert Bet.objects.count() >= Round.objects.count()
    assert find_broken_house_lines() == []
    assert triggers_off() == 0


@pytest.mark.slow
def test_play_money_in_bulk_is_sound() -> None:
    people = players(2)
    for one in people:
        grant_play_money(one.pk, Money.parse("1000", "PLY"), key=uuid4(), reason="tests")
    filled(a_fast_table("friendly"), people)

    assert {round_.amount_usd for round_ in Round.objects.all()} == {0}
    assert find_broken_house_lines() == []


def test_balances_follow_the_rounds_in_bulk() -> None:
    (player,) = players(1)
    filled(a_fast_table(), [player])
    rounds = list(Round.objects.order_by("started_at"))

    assert rounds[0].balance_before == Money.parse(FUNDS, "USD").units
    for earlier, later in pairwise(rounds):
        assert earlier.balance_after == later.balance_before
    assert balance(player.pk).units == rounds[-1].balance_after


@pytest.mark.slow
def test_the_log_in_bulk_is_one_chain() -> None:
    table, people = a_fast_table(), players(2)
    filled(table, people)
    filled(table, people)
    lines = list(LogLine.objects.order_by("n"))

    assert len(lines) == 3 * Shoe.objects.count()
    assert [line.n for line in lines] == list(range(1, len(lines) + 1))
    before = "0" * 64
    for line in lines:
        assert line.previous == before
        assert line.hash == (before := line_hash(public_line(line)))


def test_a_place_filled_in_bulk_is_played_on_and_shown() -> None:
    player, table = scenes.new_player(), a_fast_table()
    filled(table, [player])
    client = scenes.signed_in(player)
    assert client.get("/table/ligalo/").status_code == 200
    participant = player.participations.get()
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    shoe, round_ = Shoe.objects.filter(rounds_dealt__gt=1)[0], Round.objects.earliest("id")

    for address in ("/rounds/", f"/rounds/{round_.public_id}/", f"/shoes/{shoe.public_id}/"):
        assert client.get(address).status_code == 200, address


def test_rounds_in_bulk_that_break_leave_the_triggers_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_statements, "TURN", ("SELECT 1 / 0",))
    with pytest.raises(psycopg.errors.DivisionByZero):
        filled(a_fast_table(), players(2))

    assert triggers_off() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace('bench_fill')")
        assert cursor.fetchone() == (None,)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["ligalo", "casino_floor"])
def test_no_request_of_play_reads_a_growing_table_as_a_whole(preset: str) -> None:
    """With `enable_seqscan` off, a sequential scan remains only where no index can be used."""
    (player,), table = players(1), a_fast_table(preset)
    filled(table, [player])
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
    seen = play_queries.record_queries(player, table.slug, 15)

    assert set(seen.counts) == {"page", "bet", "decision"}
    assert play_queries.find_sequential_scans(seen, play_queries.grows_with_play) == []


def test_a_query_without_an_index_is_found() -> None:
    seen = play_queries.SeenQueries()
    with seen.request("page"):
        assert not Round.objects.filter(client_seed="none").exists()

    (line,) = play_queries.find_sequential_scans(seen, play_queries.grows_with_play)
    assert line.startswith("casino_round: ")
    assert seen.counts["page"] == [1]


class BenchSite(Site):
    """The site with the bare view beside it, configured as in production."""

    def __init__(self, folder: Path, static: Path) -> None:
        super().__init__(folder, static)
        self.environment = {
            **self.environment,
            "DJANGO_SETTINGS_MODULE": "tools.benchmarks.bare.settings",
            "ALLOWED_HOSTS": "localhost",
            "TRUSTED_PROXY_COUNT": "1",
        }

    def spent(self) -> Spent:
        assert self.process is not None
        return Spent(processor_time(self.process.pid), 0)


@pytest.fixture
def bench(committed_db: None, collected_static: Path, tmp_path: Path) -> Iterator[BenchSite]:
    site = BenchSite(tmp_path, collected_static)
    site.start()
    yield site
    site.stop()


def clients(bench: BenchSite, people: list[User], *ways: Way) -> list[Client]:
    made = []
    for person, way in zip(people, ways, strict=True):
        browser = Browser(bench.address)
        browser.sign_in(person.email, scenes.PASSWORD)
        made.append(Client(bench.address, browser.cookies, way))
        browser.close()
    return made


def asked(took: dict[str, Any]) -> Counted[str]:
    return Counted({kind: len(each) for kind, each in took.items()})


def stored() -> Counted[str]:
    return Counted({"bet": Round.objects.count(), "decision": Decision.objects.count()})


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["ligalo", "casino_floor", "live"])
def test_a_client_plays_whole_rounds(bench: BenchSite, preset: str) -> None:
    (person,), table = players(1), a_fast_table(preset)
    (client,) = clients(bench, [person], Play(table.slug, 5))
    browser, sent = Browser(client.address, client.cookies), Counted[str]()
    text = browser.get(client.way.page)
    while sent["bet"] < 8:
        wanted = client.way.next(text)
        text = browser.send(wanted)
        sent[wanted.kind] += 1
    browser.close()

    assert sent == stored()
    assert Round.objects.filter(status=Round.Status.COMPLETED).count() >= 7


@pytest.mark.slow
def test_clients_play_at_will(bench: BenchSite) -> None:
    people, table = players(2), a_fast_table()
    playing = clients(bench, people, Play(table.slug, 1), Play(table.slug, 2))
    found = run_at_will(playing, SECONDS, bench.spent)

    assert asked(found.took) == stored()
    assert found.spent.web > 0


@pytest.mark.slow
def test_the_bare_client_is_counted(bench: BenchSite) -> None:
    (person,) = players(1)
    bare_tables.make()
    bare_tables.open_counters([person.pk])
    bare_tables.fill(10)
    found = run_at_will(clients(bench, [person], Bare()), SECONDS, bench.spent)

    (counter,) = Counter.objects.all()
    assert asked(found.took) == {"bare": counter.total}
    assert Line.objects.count() == counter.total + 10


@pytest.mark.slow
def test_synchronised_clients_measure_each_kind(bench: BenchSite) -> None:
    people, table = players(2), a_fast_table()
    playing = clients(bench, people, Play(table.slug, 1), Play(table.slug, 2))
    found = run_in_step(playing, SECONDS, bench.spent)

    assert asked(found.took) == stored()
    assert set(found.by_kind) == {"bet", "decision"}
    assert found.spent.web == pytest.approx(sum(cost.web for cost in found.by_kind.values()))


@pytest.mark.slow
def test_a_client_that_is_refused_ends_the_measurement(
    bench: BenchSite, capfd: pytest.CaptureFixture[str]
) -> None:
    people, table = players(2), a_fast_table()
    ready = clients(bench, people, Play(table.slug, 1), Play("nowhere", 2))
    with pytest.raises(SystemExit):
        run_at_will(ready, SECONDS, bench.spent)
    assert Refused.__name__ in capfd.readouterr().err
