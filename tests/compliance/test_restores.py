"""A restored installation: closed, prepared by a command, released by two people."""

from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from unittest import mock
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.mail.services import send_due
from accounts.models.mail import Mail
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.tasks import send_mails
from api.services.webhook_delivery import send_due_webhooks
from blackjack.public_log import read_line
from blackjack.verification import verify
from casino.fairness.selectors.public_log import public_line
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.models import LogLine, Round, Shoe
from casino.play.services.betting import place_bet
from casino.tasks import close_due_shoes, play_for_absent
from compliance.own_data.services import take_copy
from compliance.restores.selectors.rollback import find_newer_log_line
from compliance.restores.services.preparing import compare_outside, prepare_release
from compliance.restores.services.releasing import decide_release, propose_release
from compliance.restores.values import LogHead
from journal.models import Event, Link
from journal.refusals import AnotherPersonNeeded, Refusal
from journal.tasks import chain_records
from reports.exports.services.files import make_next_file
from restores.models import OutsideComparison, Preparation, Release
from restores.refusals import ClosedAfterRestore, NothingToPrepare, NotPrepared, ReleaseProposed
from restores.selectors import ServerState, is_open
from restores.services.gate import find_closed
from restores.services.watching import close_by_hand, watch_server
from restores.values.marker import own_file, read_marker, write_marker
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.wallet.statements import FILE
from wallet.cash.services.withdrawals import require_withdrawals_open
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnreachable, StatementUnreadable
from wallet.providers.values import PaymentFlow, PaymentStatus, ReportedPayment

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}


def close() -> None:
    close_by_hand({"reason": "a restore"})


def released() -> None:
    made = propose_release(staff(Role.OPERATOR), "checked")
    decide_release(
        made.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="checked"
    )


def test_play_is_closed_and_nothing_moves() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    here = scenes.sit(player, table)
    close()
    before = scenes.everything(player)

    with pytest.raises(ClosedAfterRestore):
        place_bet(player, table, scenes.bet_request(here))

    assert scenes.everything(player) == before


def test_a_running_round_cannot_be_played_on_and_the_page_says_why_in_both_languages() -> None:
    round_ = scenes.deal(scenes.ordinary)
    close()
    before = scenes.everything(round_.player)

    with pytest.raises(ClosedAfterRestore):  # the round would be paid
        scenes.play(round_, "stand")
    with pytest.raises(DatabaseError) as refused:  # one more card
        scenes.play(round_, "hit")

    assert isinstance(find_closed(refused.value), ClosedAfterRestore)
    assert scenes.everything(round_.player) == before
    for language, word in (("en", "restored our records"), ("es", "restaurado nuestros registros")):
        form = {"round": round_.public_id, "step": 0, "action": "hit"}
        answer = scenes.signed_in(round_.player).post(
            "/table/ligalo/action/", form, headers={"Accept-Language": language}
        )
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert answer.headers["Refusal-Code"] == "closed_after_restore"
        assert word in answer.text


def test_mail_webhooks_payouts_and_files_are_closed() -> None:
    player = scenes.new_player()
    Mail.objects.create(sealed=b"", next_at=timezone.now() - timedelta(minutes=1))
    close()
    for work in (
        lambda: send_due(timezone.now()),
        send_due_webhooks,
        lambda: require_withdrawals_open(player.pk),
        lambda: take_copy(player),
        lambda: make_next_file(timezone.now(), {}),
        lambda: credit_deposit(player.pk, Money.parse("5", "USD"), key=uuid4(), provider="demo"),
    ):
        with pytest.raises(ClosedAfterRestore):
            work()
    assert Mail.objects.count() == 1


def test_tasks_that_move_something_wait_and_checks_run() -> None:
    round_ = scenes.deal(scenes.ordinary)
    close()
    close_due_shoes()
    send_mails()  # raises without the gate of tasks
    play_for_absent()
    assert Round.objects.get(pk=round_.pk).status == Round.Status.IN_PROGRESS
    chain_records()
    assert Link.objects.exists()


def test_open_rounds_are_cancelled_and_old_seeds_never_deal_again(settings: Settings) -> None:
    round_ = scenes.deal(scenes.ordinary)
    held = balance(round_.player_id)
    old = {shoe.commitment for shoe in Shoe.objects.filter(status__in=["announced", "dealing"])}
    close()
    assert prepare_release().rounds == 1

    round_.refresh_from_db()
    assert round_.status == Round.Status.CANCELLED
    assert balance(round_.player_id) == held + round_.money(round_.staked)
    ahead = Shoe.objects.filter(status__in=["announced", "dealing"])
    assert ahead.count() == 2
    assert not old & set(ahead.values_list("commitment", flat=True))
    retired = Shoe.objects.filter(commitment__in=old)
    assert {(one.status, one.server_seed is not None) for one in retired} == {("retired", True)}
    released()
    again = place_bet(round_.player, round_.place.table, scenes.bet_request(round_.participant))
    assert again.deal.shoe.commitment not in old


def test_a_retired_shoe_verifies_as_incomplete_and_the_log_names_its_last_nonce() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    shoe = round_.deal.shoe
    close()
    prepare_release()
    compare_outside(LogHead(1000, "ab" * 32))
    shoe = Shoe.objects.select_related("version", "place__table").get(pk=shoe.pk)
    if shoe.status != Shoe.Status.RETIRED:  # a table with a shoe for every round
        shoe = Shoe.objects.filter(status=Shoe.Status.RETIRED).latest("pk")
    while chain_log():
        pass
    line = LogLine.objects.get(shoe=shoe.public_id, kind="retired")
    shown = read_line(public_line(line), "line")
    assert shown["nonce"] == shoe.rounds_dealt
    first = LogLine.objects.filter(n__gt=1000).earliest("n")
    assert (first.n, first.previous) == (1001, "ab" * 32)
    assert '"incomplete":"restore"' in transcript_text(shoe)
    assert all(check.passed for check in verify(transcript_text(shoe)))


def test_one_person_cannot_release_and_nothing_opens_before() -> None:
    with pytest.raises(NothingToPrepare):
        propose_release(staff(Role.OPERATOR), "checked")
    close()
    manager = staff(Role.COMPLIANCE_MANAGER)
    with pytest.raises(NotPrepared):
        propose_release(manager, "checked")
    prepare_release()
    with pytest.raises(NotPermitted):
        propose_release(staff(Role.CASHIER), "checked")
    made = propose_release(manager, "checked")
    with pytest.raises(ReleaseProposed):
        propose_release(staff(Role.OPERATOR), "checked")
    with pytest.raises(AnotherPersonNeeded):
        decide_release(made.pk, approved=True, acting_user=manager, reason="checked")
    assert not is_open()
    other = staff(Role.COMPLIANCE_MANAGER, "other")
    decide_release(made.pk, approved=False, acting_user=other, reason="the ledger first")
    assert not is_open()
    released()
    assert is_open()
    assert Event.objects.filter(kind="restore_released").count() == 1


def test_the_command_is_safe_to_repeat_and_skips_numbers() -> None:
    scenes.deal(scenes.ordinary)
    close()
    last = Transfer.objects.latest("pk").pk
    call_command("after_restore")
    call_command("after_restore")
    assert Preparation.objects.get().rounds == 1
    assert Transfer.objects.latest("pk").pk > last + 900_000


def test_the_staff_page_leads_two_people_through_the_release() -> None:
    close()
    operator, manager = inside(staff(Role.OPERATOR)), inside(staff(Role.COMPLIANCE_MANAGER))
    assert "after_restore" in operator.get("/staff/restores/", headers=ENGLISH).text
    prepare_release()
    operator.post("/staff/restores/", {"reason": "ledger and seals hold"})
    page = manager.get("/staff/restores/", headers=ENGLISH).text
    assert "ledger and seals hold" in page
    assert not is_open()
    (waiting,) = Release.objects.all()
    address = f"/staff/restores/releases/{waiting.pk}/decide/"
    manager.post(address, {"verdict": "approve", "reason": "seen"})
    assert is_open()


def test_a_preparation_on_another_server_is_neither_proposed_nor_approved() -> None:
    close()
    prepare_release()
    made = propose_release(staff(Role.OPERATOR), "checked")
    with mock.patch("restores.selectors.read_server") as read:
        read.return_value = ServerState("1", 1, "1", 1)
        with pytest.raises(NotPrepared):
            propose_release(staff(Role.COMPLIANCE_MANAGER), "checked")
        manager = staff(Role.COMPLIANCE_MANAGER, "other")
        with pytest.raises(NotPrepared):
            decide_release(made.pk, approved=True, acting_user=manager, reason="checked")
    assert not is_open()


def test_the_database_refuses_the_release_of_what_another_server_prepared() -> None:
    restore = close_by_hand({"reason": "a restore"})
    counts = {"rounds": 0, "wagers": 0, "shoes": 0}
    Preparation.objects.create(restore=restore, system="1", timeline=1, **counts)
    with pytest.raises(DatabaseError, match="not prepared"), transaction.atomic():
        Release.objects.create(restore=restore, proposed_by=staff(Role.OPERATOR), reason="checked")


def test_the_release_of_a_restore_that_was_closed_anew_opens_nothing() -> None:
    close()
    prepare_release()
    made = propose_release(staff(Role.OPERATOR), "checked")
    close()  # restored again
    with pytest.raises(NotPrepared):
        decide_release(
            made.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="checked"
        )
    assert not is_open()
    prepare_release()
    made = propose_release(staff(Role.OPERATOR, "another"), "checked")
    decide_release(
        made.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER, "other"), reason="seen"
    )
    assert is_open()


def test_shoes_announced_after_one_preparation_are_retired_by_the_next() -> None:
    scenes.sit(scenes.new_player(), scenes.ligalo())
    close()
    prepare_release()
    announced = set(Shoe.objects.filter(status="announced").values_list("commitment", flat=True))
    close()
    prepare_release()
    left = Shoe.objects.filter(status="announced").values_list("commitment", flat=True)
    assert announced
    assert not announced & set(left)


def test_a_second_run_takes_a_newer_public_log() -> None:
    scenes.sit(scenes.new_player(), scenes.ligalo())
    close()
    prepare_release()
    compare_outside(LogHead(1000, "ab" * 32))
    compare_outside(LogHead(2000, "cd" * 32))
    while chain_log():
        pass
    first = LogLine.objects.filter(n__gt=1000).earliest("n")
    assert (first.n, first.previous) == (2001, "cd" * 32)


def test_payments_are_compared_from_the_time_that_is_named() -> None:
    close()
    long_ago = timezone.now() - timedelta(days=3)
    call_command("after_restore", since=long_ago)
    call_command("after_restore")
    first, second = OutsideComparison.objects.order_by("pk")
    assert first.since == long_ago
    assert second.since > long_ago


@pytest.mark.parametrize(
    ("error", "told"),
    [(ProviderUnreachable, "It did not answer."), (StatementUnreadable, "cannot be read")],
)
def test_a_provider_that_does_not_answer_is_named(
    error: type[Refusal], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    close()
    with mock.patch("wallet.providers.services.demo.DemoProvider.load_statement") as load:
        load.side_effect = error
        call_command("after_restore")
    assert f"demo gave no list of payments ({error.code})" in capsys.readouterr().err
    page = inside(staff(Role.OPERATOR)).get("/staff/restores/", headers=ENGLISH).text
    assert told in page
    assert "Not compared" in page
    with mock.patch("wallet.providers.services.demo.DemoProvider.load_statement", return_value=[]):
        call_command("after_restore")
    page = inside(staff(Role.OPERATOR)).get("/staff/restores/", headers=ENGLISH).text
    assert "Not compared" not in page


def test_payments_differ_in_the_words_of_the_providers_page() -> None:
    close()
    prepare_release()
    lost = ReportedPayment(
        PaymentFlow.IN, uuid4(), PaymentStatus.PAID, Money.parse("5", "USD"), timezone.now()
    )
    with mock.patch(
        "wallet.providers.services.demo.DemoProvider.load_statement", return_value=[lost]
    ):
        compare_outside()
    page = inside(staff(Role.OPERATOR)).get("/staff/restores/", headers=ENGLISH).text
    assert "We have no such payment." in page


def test_files_of_players_and_of_the_event_chain_are_closed(tmp_path: Path) -> None:
    client = scenes.signed_in(scenes.new_player())
    addresses = [FILE, "/rounds/rounds.csv"]
    assert [client.get(one).status_code for one in addresses] == [HTTPStatus.OK] * 2
    close()
    for one in addresses:
        answer = client.get(one)
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert answer.headers["Refusal-Code"] == "closed_after_restore"
    with pytest.raises(CommandError, match="Closed after a restore"):
        call_command("export_events", str(tmp_path / "events"))
    assert not (tmp_path / "events").exists()


def test_a_machine_that_was_set_back_as_a_whole_is_found_by_what_is_newer_outside(
    tmp_path: Path, settings: Settings
) -> None:
    settings.LEDGER_SEALS = tmp_path
    watch_server()
    call_command("find_rollback")
    call_command("find_rollback", archived="000000000000000000000001")
    (copy := tmp_path / "copy").mkdir()
    known = read_marker(own_file(tmp_path))
    assert known is not None
    write_marker(own_file(copy), known)
    call_command("find_rollback", markers=copy)
    assert is_open()

    write_marker(own_file(copy), replace(known, number=known.number + 1))
    for options in ({"archived": "F" * 24}, {"markers": copy}):
        with pytest.raises(CommandError, match="set back"):
            call_command("find_rollback", **options)
    assert is_open()
    with pytest.raises(CommandError, match="run after_restore"):
        call_command("find_rollback", archived="F" * 24, close=True)
    assert not is_open()


def test_a_mirror_of_the_public_log_shows_that_the_database_was_set_back() -> None:
    scenes.sit(scenes.new_player(), scenes.ligalo())
    while chain_log():
        pass
    newest = LogLine.objects.latest("n")
    assert newest.hash is not None
    assert find_newer_log_line(LogHead(newest.n or 0, newest.hash)) == ""
    assert "differs" in find_newer_log_line(LogHead(newest.n or 0, "ab" * 32))
    assert "not in the database" in find_newer_log_line(LogHead((newest.n or 0) + 1, "ab" * 32))


def test_players_see_a_calm_page_with_the_code_and_the_api_a_problem() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = scenes.signed_in(round_.player)
    close()
    assert "checking" in client.get("/", headers=ENGLISH).text
