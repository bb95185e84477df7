"""The laboratory's door: full speed, play money only, every round verified with the library."""

import time
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import F
from django.test import Client

from accounts.models.users import User
from casino.models import Round
from tables.models import Table
from tables.selectors.house_tables import LABORATORY_TABLES
from tables.selectors.tables import open_tables
from tests.api.apps import AppCaller
from tests.api.calls import Caller, assert_problem, read
from tests.casino import scenes
from tests.tables.house import an_open_table, manager, operator
from tools.laboratory.__main__ import Progress
from tools.laboratory.player import Laboratory
from wallet.money.values import PLAY_MONEY

pytestmark = pytest.mark.database
SHORT = 25
LONG = 400


def laboratory_table(slug: str) -> Table:
    return an_open_table(LABORATORY_TABLES[f"laboratory-{slug}"])


def laboratory_of(caller: Caller, table: Table, seed: int = 1) -> Laboratory:
    def send(method: str, path: str, body: Any) -> Any:
        return read(caller.get(path) if method == "GET" else caller.send(method, path, body))

    return Laboratory(send, table.slug, seed=seed)


def player_of_everyday() -> User:
    player = scenes.new_player("berta@example.test")
    User.objects.filter(pk=player.pk).update(is_test_account=False)
    player.refresh_from_db()
    return player


def test_a_laboratory_plays_at_full_speed_and_verifies_every_round(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "player": 1}
    player, table = scenes.new_player(), laboratory_table("ligalo")
    laboratory = laboratory_of(Caller(player), table)
    laboratory.play(SHORT)
    assert (laboratory.rounds, laboratory.shoes) == (SHORT, 1)
    assert laboratory.checks > SHORT
    assert Round.objects.filter(player=player, currency=PLAY_MONEY).count() == SHORT


def test_only_play_at_a_laboratory_table_has_no_rate_limit(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "player": 1}
    caller, table = Caller(scenes.new_player()), laboratory_table("ligalo")
    body = {"minutes": 30, "table": table.slug}
    assert caller.send("put", "/reality-check", body).status_code == 422
    assert_problem(caller.send("put", "/reality-check", body), 429, "too_many_requests")
    assert read(caller.get(f"/tables/{table.slug}/position"))


def test_play_credit_is_refilled_without_waiting_for_a_day() -> None:
    player, table = scenes.new_player(), laboratory_table("friendly")
    caller = Caller(player)
    first = read(caller.get(f"/tables/{table.slug}/position"))
    assert (first["balance"]["amount"], first["play_money"]["next_at"]) == ("1000000.00", None)
    body = {
        "table": table.slug,
        "shoe": first["shoe"]["id"],
        "nonce": 1,
        "boxes": [{"box": 1, "stake": {"amount": "10000.00", "currency": "PLY"}}],
        "salt": scenes.SALT,
    }
    read(caller.post("/rounds", body))
    assert read(caller.get("/balances"))


def test_the_door_is_open_to_test_accounts_and_apps_only() -> None:
    table, everyday = laboratory_table("ligalo"), player_of_everyday()
    path = f"/tables/{table.slug}/position"
    session = Caller(everyday)
    assert_problem(session.get(path), 404, "not_found")
    assert_problem(session.get("/laboratory/tables"), 404, "not_found")
    reader = AppCaller.of(everyday, "read")
    assert_problem(reader.get(path), 403, "scope_missing")
    app = AppCaller.of(everyday, "play")
    assert [one["id"] for one in read(app.get("/laboratory/tables"))["data"]] == [table.slug]
    laboratory_of(app, table).play(1)
    # the place is there now, and still takes no bet from the player's own session
    position = read(app.get(path))
    body = {
        "table": table.slug,
        "shoe": position["shoe"]["id"],
        "nonce": position["shoe"]["nonce"],
        "boxes": [{"box": 1, "stake": {"amount": "10.00", "currency": "PLY"}}],
    }
    before = Round.objects.count()
    assert_problem(session.post("/rounds", body), 404, "not_found")
    assert Round.objects.count() == before


def test_pages_do_not_show_laboratory_tables() -> None:
    table = laboratory_table("ligalo")
    browser = Client()
    browser.force_login(scenes.new_player())
    assert table not in open_tables()
    assert table.slug not in browser.get("/").text
    assert browser.get(f"/tables/{table.slug}/").status_code == 404
    assert table.slug not in Client().get("/api/v1/tables").text


def test_a_command_opens_a_table_for_each_preset() -> None:
    people = {"author": operator().email, "approver": manager().email}
    out = StringIO()
    call_command("open_laboratory_tables", **people, stdout=out)
    call_command("open_laboratory_tables", **people, stdout=StringIO())
    found = Table.objects.filter(is_laboratory=True)
    assert {table.slug for table in found} == set(LABORATORY_TABLES)
    assert all(table.is_play_money and table.status != Table.Status.CLOSED for table in found)
    assert len(out.getvalue().splitlines()) == len(LABORATORY_TABLES)
    assert not found.exclude(hands_per_day=F("hands_per_minute")).exists()
    with pytest.raises(CommandError, match="nobody of staff"):
        call_command("open_laboratory_tables", author="nobody@house.example", approver="x")


@pytest.mark.slow
@pytest.mark.parametrize("slug", [name.removeprefix("laboratory-") for name in LABORATORY_TABLES])
def test_many_rounds_at_each_preset_are_verified(slug: str) -> None:
    laboratory = laboratory_of(Caller(scenes.new_player()), laboratory_table(slug), seed=7)
    laboratory.play(LONG)
    assert laboratory.rounds == LONG
    assert laboratory.shoes > 1


def test_a_long_run_tells_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    laboratory = Laboratory(lambda *_: None, "laboratory-ligalo")
    laboratory.rounds, laboratory.shoes = 500, 4
    began = time.monotonic()
    progress = Progress(2_000, began - 100, began - 5)
    progress.note(laboratory)
    assert capsys.readouterr().err == ""
    progress.written_at = began - 11
    progress.note(laboratory)
    progress.note(laboratory)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("500 of 2000 rounds (25 %), ")
    assert line.endswith(" a second, 4 shoes verified, 5 minutes left")
