"""Faults of single rounds or shoes in the background: retried later, reported, and blocking no others."""

from collections.abc import Iterator
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from cryptography.fernet import Fernet
from django.utils import timezone
from psycopg import Connection
from pytest_django.fixtures import Settings

from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.fairness.selectors.unsealing import SeedPurpose, unseal_seed
from casino.fairness.services import due_shoes
from casino.fairness.services.due_shoes import close_due_shoes
from casino.fairness.services.shoes import sit_down
from casino.fairness.values.sealing import SeedMisplaced, SeedUnsealable, seal_seed
from casino.incidents.services import malfunction
from casino.models import Notice, Round, Shoe
from casino.notices.services import notice_mail
from casino.play.services.betting import place_bet
from casino.refusals import PlaceStopped
from casino.tasks import play_for_absent
from journal.models import Event
from tables.models import Table
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import by_house, charted, later
from tests.casino.test_malfunction import tamper
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database

SHOE = Shoe().public_id


@pytest.fixture
def other_keys(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Run the process with a key other than the one that sealed the seeds; return the right key's file."""
    right = settings.SEED_KEY_FILE
    settings.SEED_KEY_FILE = key_file(tmp_path / "other.key")
    yield Path(right)
    settings.SEED_KEY_FILE = right


def key_file(path: Path, *keys: str) -> Path:
    path.write_text("\n".join(keys or [Fernet.generate_key().decode()]))
    path.chmod(0o600)
    return path


def two_rounds() -> list[Round]:
    """Return running rounds of two players; the first has been absent longer."""
    table = scenes.ligalo()
    charted(table.version.rules, "S")
    places = []
    for name in ("ana", "bea"):
        player = scenes.new_player(f"{name}@example.test")
        participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary)[:-1] + name[0])
        places.append(place_bet(player, table, scenes.bet_request(participant)))
    assert all(round_.status == Round.Status.IN_PROGRESS for round_ in places)
    return places


def statuses() -> list[str]:
    return list(Round.objects.order_by("pk").values_list("status", flat=True))


def test_a_seed_that_the_keys_do_not_open_cancels_and_stops_nothing(
    other_keys: Path, settings: Settings
) -> None:
    settings.SEED_KEY_FILE, wrong = other_keys, settings.SEED_KEY_FILE
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    settings.SEED_KEY_FILE = wrong
    at = later()

    assert house_play.play_due_rounds(at) == 0
    assert house_play.cancel_broken_rounds(at) == 0
    with pytest.raises(PlaceStopped):
        scenes.play(round_, "stand")

    assert statuses() == ["in_progress"]
    assert Shoe.objects.get(pk=round_.deal.shoe_id).status == Shoe.Status.DEALING
    assert Event.objects.get(kind="seed_unreadable").subject == str(round_.deal.shoe.public_id)
    assert not Event.objects.filter(kind__in=["seed_mismatch", "round_cancelled"]).exists()
    Round.objects.update(house_plays_at=timezone.now())
    page = inside(staff(Role.OPERATOR), "en").get("/staff/rounds/").text
    assert "keys of this server do not open the seed" in page

    settings.SEED_KEY_FILE = other_keys
    assert house_play.play_due_rounds(at) == 0  # tried just now: waits before the next attempt
    assert house_play.play_due_rounds(later(1000)) == 1
    assert by_house(round_) == ["stand"]


def test_staff_cancel_a_round_whose_seed_cannot_be_read_and_its_shoe_is_stopped(
    other_keys: Path, settings: Settings
) -> None:
    settings.SEED_KEY_FILE, wrong = other_keys, settings.SEED_KEY_FILE
    round_ = scenes.deal(scenes.ordinary)
    settings.SEED_KEY_FILE = wrong

    cancel_by_two(round_, "the keys are lost")

    assert statuses() == ["cancelled"]
    assert balance(round_.player_id) == Money.parse("1000", "USD")
    assert Shoe.objects.get(pk=round_.deal.shoe_id).status == Shoe.Status.STOPPED
    settings.SEED_KEY_FILE = other_keys


def test_new_keys_are_read_without_a_restart(tmp_path: Path, settings: Settings) -> None:
    first, second = (Fernet.generate_key().decode() for _ in range(2))
    settings.SEED_KEY_FILE = key_file(tmp_path / "seed.key", first)
    with_first = seal_seed(SHOE, "a")
    key_file(tmp_path / "seed.key", second, first)
    with_second = seal_seed(SHOE, "b")

    assert [
        unseal_seed(SHOE, with_first, SeedPurpose.DEAL),
        unseal_seed(SHOE, with_second, SeedPurpose.DEAL),
    ] == ["a", "b"]
    key_file(tmp_path / "seed.key", first)
    with pytest.raises(SeedUnsealable):
        unseal_seed(SHOE, with_second, SeedPurpose.DEAL)


@pytest.mark.parametrize("content", ["", "no key", "ñ", None])
def test_a_file_without_keys_is_no_fault_of_the_shoe(
    content: str | None, tmp_path: Path, settings: Settings
) -> None:
    token, path = seal_seed(SHOE, "a"), tmp_path / "seed.key"
    if content is not None:
        path.write_text(content, encoding="utf-8")
        path.chmod(0o600)
    settings.SEED_KEY_FILE = path

    with pytest.raises(SeedUnsealable):
        unseal_seed(SHOE, token, SeedPurpose.DEAL)


def test_another_shoes_seed_is_a_fault(owner_connection: Connection[object]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "S")
    owner_connection.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    owner_connection.execute(
        "UPDATE casino_shoe SET sealed_seed = %s WHERE id = %s",
        [seal_seed(SHOE, scenes.secret_of(round_.deal.shoe)), round_.deal.shoe_id],
    )
    owner_connection.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")
    with pytest.raises(SeedMisplaced):
        unseal_seed(
            round_.deal.shoe.public_id,
            bytes(Shoe.objects.get(pk=round_.deal.shoe_id).sealed_seed),
            SeedPurpose.DEAL,
        )

    assert house_play.play_due_rounds(later()) == 1
    assert statuses() == ["cancelled"]
    assert Event.objects.filter(kind="seed_mismatch").count() == 1


def failing_for(round_: Round, real: Any, error: Exception) -> Any:
    def work(pk: int, *arguments: object) -> Any:
        if pk == round_.pk:
            raise error
        return real(pk, *arguments)

    return work


def test_a_round_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = two_rounds()
    broken = failing_for(first, house_play._play, ZeroDivisionError("a bug"))
    monkeypatch.setattr(house_play, "_play", broken)

    assert house_play.play_due_rounds(later()) == 1

    assert statuses() == ["in_progress", "completed"]
    event = Event.objects.get(kind="round_failed")
    assert (event.subject, event.data) == (
        f"round {first.public_id}",
        {"error": "ZeroDivisionError"},
    )
    assert any(line.exc_info for line in caplog.records)
    first.refresh_from_db()
    assert first.house_tried_at is not None
    Round.objects.filter(pk=first.pk).update(house_plays_at=timezone.now())
    assert "the worker&#x27;s log explains" in inside(staff(Role.OPERATOR), "en").get(
        "/staff/rounds/"
    ).text.replace("&#39;", "&#x27;")

    monkeypatch.undo()
    assert house_play.play_due_rounds(later(400)) == 0
    assert house_play.play_due_rounds(later(1000)) == 1
    assert second.decisions.count() == 1


def test_a_broken_round_that_cannot_be_cancelled_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[object]
) -> None:
    first, second = two_rounds()
    for round_ in (first, second):
        tamper(owner_connection, round_)
        with pytest.raises(PlaceStopped):
            scenes.play(round_, "stand")
    broken = failing_for(first, malfunction.cancel_faulty_round, KeyError("a bug"))
    monkeypatch.setattr(malfunction, "cancel_faulty_round", broken)

    play_for_absent()

    assert statuses() == ["in_progress", "cancelled"]
    assert Event.objects.filter(kind="round_failed").count() == 1
    monkeypatch.undo()
    assert house_play.cancel_broken_rounds(later(700)) == 1


def test_a_time_out_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = two_rounds()
    broken = failing_for(first, house_play._play, SoftTimeLimitExceeded())
    monkeypatch.setattr(house_play, "_play", broken)

    with pytest.raises(SoftTimeLimitExceeded):
        house_play.play_due_rounds(later())

    assert not Event.objects.filter(kind="round_failed").exists()
    first.refresh_from_db()
    assert first.house_tried_at is None


def test_a_failing_shoe_is_reported_once_and_delays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scenes.ligalo()
    shoes = []
    for name in ("ana", "bea"):
        player = scenes.new_player(f"{name}@example.test")
        participant = sit_down(player, table)
        shoes.append(
            scenes.play_out(place_bet(player, table, scenes.bet_request(participant))).deal.shoe
        )
    Table.objects.update(status=Table.Status.CLOSED)
    real = due_shoes._close

    def broken(pk: int, *arguments: Any) -> bool:
        if pk == shoes[0].pk:
            raise ZeroDivisionError
        return real(pk, *arguments)

    monkeypatch.setattr(due_shoes, "_close", broken)
    monkeypatch.setattr(due_shoes, "BATCH", 1)

    assert close_due_shoes(timezone.now()) == 1
    found = Shoe.objects.filter(pk__in=[shoe.pk for shoe in shoes]).order_by("pk")
    assert [shoe.status for shoe in found] == ["dealing", "closed"]
    close_due_shoes(timezone.now())
    event = Event.objects.get(kind="shoe_failed")
    assert (event.severity, event.subject) == ("alarm", f"shoe {shoes[0].public_id}")
    assert event.data == {
        "player": shoes[0].place.player_id,
        "table": "ligalo",
        "error": "ZeroDivisionError",
    }


@pytest.mark.parametrize("error", [SMTPRecipientsRefused({}), ValueError("a header")])
def test_addresses_that_take_no_mail_stop_no_other(
    error: Exception, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[object]
) -> None:
    dead, _ = two_rounds()
    assert house_play.play_due_rounds(later()) == 2
    real = notice_mail._send

    def send(notice: Notice) -> None:
        if notice.round_id == dead.pk:
            raise error
        real(notice)

    monkeypatch.setattr(notice_mail, "_send", send)
    monkeypatch.setattr(notice_mail, "BATCH", 1)

    assert [notice_mail.mail_due_notices(timezone.now()) for _ in range(3)] == [0, 1, 0]
    assert len(mailoutbox) == 1
    monkeypatch.undo()
    assert notice_mail.mail_due_notices(timezone.now()) == 1
