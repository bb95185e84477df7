"""Self-check of the fault runs: losses and duplicates are detected, a torn line is no request."""

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from tools.faults.compare import LedgerTransfer, find_differences
from tools.faults.moves import build_bet, build_exchange
from tools.faults.record import Answer, Book, BookContents, Intent, read_books
from tools.faults.report import Result, exit_status, format_table

ASKED = Intent(uuid4(), "deposit", 7, 10_001)
THERE = LedgerTransfer(1, "deposit", 7, 10_001, 10_001, None)
ANSWER = Answer(1, 10_001)


def books(folder: Path, *, answered: bool = True) -> BookContents:
    """Write one request to a book as a client does, and read it back."""
    book = Book(folder / "client.book")
    book.record_intents(ASKED)
    if answered:
        book.record_answer(ASKED.key, ANSWER)
    book.close()
    return read_books(folder)


def test_a_ledger_that_has_everything_once_is_sound(tmp_path: Path) -> None:
    findings = find_differences(books(tmp_path), {ASKED.key: THERE}, [THERE])

    assert (findings.lost, findings.twice, findings.wrong) == (0, 0, [])


def test_an_acknowledged_request_that_is_not_there_is_lost(tmp_path: Path) -> None:
    findings = find_differences(books(tmp_path), {}, [])

    assert (findings.lost, findings.twice) == (1, 0)


def test_a_request_without_an_answer_may_be_there_or_not(tmp_path: Path) -> None:
    told = books(tmp_path, answered=False)

    assert [intent.key for intent in told.unanswered] == [ASKED.key]
    assert find_differences(told, {}, []).wrong == []
    assert find_differences(told, {ASKED.key: THERE}, [THERE]).applied == 1


def test_the_same_money_moved_again_under_another_key_is_applied_twice(tmp_path: Path) -> None:
    again = replace(THERE, transfer=2, balance=20_002)

    findings = find_differences(books(tmp_path), {ASKED.key: THERE, uuid4(): again}, [THERE, again])

    assert (findings.lost, findings.twice) == (0, 1)


def test_a_key_whose_transfer_moved_nothing_is_lost(tmp_path: Path) -> None:
    findings = find_differences(books(tmp_path), {ASKED.key: THERE}, [])

    assert findings.lost == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(THERE, transfer=2),
        replace(THERE, units=5),
        replace(THERE, player=8),
        replace(THERE, kind="bet"),
        replace(THERE, currency="EUR"),
        replace(THERE, received=5, received_currency="EUR"),
        replace(THERE, balance=9),
    ],
)
def test_an_answer_that_the_ledger_does_not_bear_out_is_wrong(
    tmp_path: Path, other: LedgerTransfer
) -> None:
    assert find_differences(books(tmp_path), {ASKED.key: other}, [other]).wrong


def test_an_exchange_that_gave_something_else_is_wrong(tmp_path: Path) -> None:
    book = Book(tmp_path / "client.book")
    asked = build_exchange(7, 500, "USD", "EUR")
    book.record_intents(asked)
    book.record_answer(asked.key, Answer(1, 20))
    told = read_books(tmp_path)
    there = LedgerTransfer(1, "exchange", 7, 500, 20, None, "USD", 495, "EUR")

    assert find_differences(told, {asked.key: there}, [there]).wrong == []
    for other in (replace(there, received=496), replace(there, received_currency="COP")):
        assert find_differences(told, {asked.key: other}, [other]).wrong


@pytest.mark.parametrize(
    "asked",
    [
        build_bet(7, 500, "EUR"),
        replace(build_exchange(7, 500, "EUR", "USD"), kind="reverse", original=4),
        replace(ASKED, kind="pay_out", withdrawal=uuid4()),
    ],
)
def test_recorded_requests_are_read_back(tmp_path: Path, asked: Intent) -> None:
    Book(tmp_path / "client.book").record_intents(asked)

    assert read_books(tmp_path).intents == {asked.key: asked}


def test_a_refused_request_that_is_there_is_wrong(tmp_path: Path) -> None:
    book = Book(tmp_path / "client.book")
    book.record_intents(ASKED)
    book.record_refusal(ASKED.key, "InsufficientFunds")

    assert find_differences(read_books(tmp_path), {}, []).wrong == []
    assert find_differences(read_books(tmp_path), {ASKED.key: THERE}, [THERE]).wrong


def test_a_decision_of_another_client_may_exist_once(tmp_path: Path) -> None:
    book = Book(tmp_path / "client.book")
    book.record_intents(ASKED)
    book.record_forestalled(ASKED.key)
    told, again = read_books(tmp_path), replace(THERE, transfer=2, balance=20_002)

    assert (told.unanswered, told.refusals, told.repeated) == ([], {}, set())
    assert find_differences(told, {}, []).wrong == []
    assert find_differences(told, {ASKED.key: THERE}, [THERE]).wrong == []
    assert find_differences(told, {ASKED.key: THERE}, [THERE, again]).twice == 1


def test_derived_transfers_are_not_counted_twice(tmp_path: Path) -> None:
    told, added = books(tmp_path), uuid4()
    there = replace(THERE, transfer=2, kind="bet", units=7, balance=9_994)
    by_key = {ASKED.key: THERE, added: there}

    assert find_differences(told, by_key, [THERE, there], frozenset({added})).twice == 0
    assert find_differences(told, by_key, [THERE, there]).twice == 1


def test_a_line_that_was_torn_by_the_client_s_death_was_not_asked_yet(tmp_path: Path) -> None:
    books(tmp_path)
    with (tmp_path / "client.book").open("a") as book:
        book.write('{"what": "intent", "key": "0b7c')

    assert read_books(tmp_path).tried == 1


def test_a_request_that_its_client_repeats_is_counted_as_unanswered_first(tmp_path: Path) -> None:
    book = Book(tmp_path / "client.book")
    book.record_intents(ASKED)
    book.record_intents(ASKED)
    book.record_answer(ASKED.key, ANSWER)
    told = read_books(tmp_path)

    assert (told.tried, told.acknowledged, told.repeated) == (2, 1, {ASKED.key})
    assert told.unanswered == []


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (Result("sound", tried=3, acknowledged=2, unanswered=1, repaired=1), 0),
        (Result("lost", lost=1), 1),
        (Result("twice", twice=1), 1),
        (Result("open", unanswered=2, repaired=1), 1),
        (Result("broken", problems=["check_ledger: 1 line"]), 1),
    ],
)
def test_the_run_fails_for_each_thing_that_is_not_survived(result: Result, code: int) -> None:
    left_out = Result("disk full", not_run="a small disk can be mounted by root only")

    assert exit_status([result, left_out]) == code
    assert "NOT RUN: a small disk" in format_table([result, left_out])
    assert ("FAILED" in format_table([result])) == bool(code)


def test_a_run_that_made_no_fault_has_shown_nothing() -> None:
    assert exit_status([Result("disk full", not_run="no root")]) == 1
