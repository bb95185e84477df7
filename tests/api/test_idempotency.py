"""Idempotency keys: done once, answered again, refused for another request."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, NoReturn

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.users import User
from api.models import StoredAnswer
from api.refusals import InProgress, OutcomeUnknown
from api.services import stored_answers
from api.services.stored_answers import KeptAnswer, delete_old_answers, run_once
from api.values.keys import CallerKey, compute_fingerprint
from api.values.packed_texts import pack_text, unpack_text
from tests.accounts.people import ana_confirmed, demo
from tests.api.calls import V1, Caller, assert_problem, read
from tests.api.playing import seated

CHECK = "/reality-check"
PACKED = "0178bb5ab7f4e5c352c162ad4f8db037536a019db71434"
"""A text packed with the first dictionary."""
KEY = CallerKey("player 0", "k")


def minutes_of(player: User) -> int | None:
    return User.objects.get(pk=player.pk).reality_minutes


@pytest.mark.database
def test_a_repeated_request_gets_the_first_answer_and_changes_nothing() -> None:
    player = ana_confirmed()
    caller = Caller(player)
    first = caller.send("put", CHECK, {"minutes": 30}, key="k")
    assert read(first)["minutes"] == 30
    assert "Idempotent-Replayed" not in first
    assert read(caller.send("put", CHECK, {"minutes": 45}))["minutes"] == 45
    again = caller.send("put", CHECK, {"minutes": 30}, key="k")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert minutes_of(player) == 45
    refused = caller.send("put", CHECK, {"minutes": 31}, key="r")
    assert_problem(refused, 422, "interval_not_offered", "minutes")
    assert caller.send("put", CHECK, {"minutes": 31}, key="r")["Idempotent-Replayed"] == "true"


@pytest.mark.database
def test_a_key_belongs_to_one_request_of_one_player() -> None:
    player = ana_confirmed()
    caller = Caller(player)
    read(caller.send("put", CHECK, {"minutes": 30}, key="k"))
    other = caller.send("put", CHECK, {"minutes": 45}, key="k")
    assert_problem(other, 422, "idempotency_key_reused")
    elsewhere = caller.post(f"{CHECK}/answer", {"answer": "go_on", "mark": "x"}, key="k")
    assert_problem(elsewhere, 422, "idempotency_key_reused")
    assert minutes_of(player) == 30
    assert read(Caller(demo()).send("put", CHECK, {"minutes": 45}, key="k"))["minutes"] == 45


@pytest.mark.database
@pytest.mark.parametrize(
    ("key", "code"),
    [
        (None, "idempotency_key_missing"),
        ("", "idempotency_key_missing"),
        ("with space", "idempotency_key_invalid"),
        ("k" * 256, "idempotency_key_invalid"),
    ],
)
def test_a_change_needs_a_key(key: str | None, code: str) -> None:
    player = ana_confirmed()
    caller = Caller(player)
    headers = dict(caller.headers) | ({} if key is None else {"idempotency-key": key})
    answer = caller.client.put(
        f"{V1}{CHECK}", {"minutes": 30}, content_type="application/json", headers=headers
    )
    assert_problem(answer, 400, code)
    assert minutes_of(player) is None


@pytest.mark.database
@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "malformed_body"),
        (b'{"minutes": 30, "minutes": 45}', "application/json", 400, "malformed_body"),
        (b"minutes=30", "text/plain", 415, "unsupported_media_type"),
        (b'{"minutes": 30, "more": 1}', "application/json", 422, "invalid"),
        (b'{"minutes": 1e400}', "application/json", 422, "invalid"),
        (
            b'{"minutes": 30, "more": "%s"}' % (b"x" * 3_000_000),
            "application/json",
            413,
            "body_too_large",
        ),
    ],
)
def test_a_body_of_the_wrong_form_changes_nothing(
    body: bytes, kind: str, status: int, code: str
) -> None:
    player = ana_confirmed()
    caller = Caller(player)
    headers = {**caller.headers, "idempotency-key": "k"}
    answer = caller.client.generic("PUT", f"{V1}{CHECK}", body, content_type=kind, headers=headers)
    assert_problem(answer, status, code, *[one["field"] for one in answer.json()["errors"]])
    assert minutes_of(player) is None
    assert not StoredAnswer.objects.exists()
    corrected = caller.send("put", CHECK, {"minutes": 30}, key="k")
    assert read(corrected)["minutes"] == 30
    assert "Idempotent-Replayed" not in corrected


def test_a_stored_fingerprint_does_not_let_a_password_be_guessed(settings: Any) -> None:
    request = ("POST", "/api/v1/time-out", b'{"days": 7, "password": "correct horse"}')
    found = compute_fingerprint(*request)
    assert found == compute_fingerprint(*request)
    settings.SECRET_KEY = "another"
    assert found != compute_fingerprint(*request)


@pytest.mark.database
def test_a_change_takes_no_parameters_in_its_address() -> None:
    player = ana_confirmed()
    answer = Caller(player).send("put", f"{CHECK}?minutes=45", {"minutes": 30})
    assert_problem(answer, 422, "invalid", "minutes")
    assert minutes_of(player) is None
    assert not StoredAnswer.objects.exists()


@pytest.mark.database
def test_work_that_fails_leaves_no_answer_and_can_be_repeated() -> None:
    def fail() -> NoReturn:
        raise KeyError

    with pytest.raises(KeyError):
        run_once(KEY, b"f", fail)
    for status in (401, 429, 503):
        run_once(KEY, b"f", partial(KeptAnswer, status, ""))
    assert not StoredAnswer.objects.exists()
    assert run_once(KEY, b"f", lambda: KeptAnswer(201, "")).is_replay is False
    assert run_once(KEY, b"f", fail) == KeptAnswer(201, "", is_replay=True)


@pytest.mark.database
def test_a_long_answer_is_stored_in_few_bytes_and_repeated_exactly() -> None:
    app = seated()
    body = app.bet_body()
    first = app.post("/rounds", body, key="k")
    read(first)
    stored = StoredAnswer.objects.get()
    assert len(stored.body) < len(first.content) / 4
    app.plays_out(first.json())
    again = app.post("/rounds", body, key="k")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert (again["Content-Type"], again.status_code) == (first["Content-Type"], 200)


def test_texts_packed_by_an_earlier_release_are_read() -> None:
    packed = bytes.fromhex(PACKED)
    assert unpack_text(packed) == '{"table":"ligalo","balance":{"amount":"12.50","currency":"USD"}}'
    assert pack_text("") == unpack_text(b"").encode() == b""
    for text in ("x", "ñ ♠", "{}" * 5000):
        assert unpack_text(pack_text(text)) == text


def test_work_is_undone_if_another_transaction_has_answered_the_key(
    owner_connection: psycopg.Connection[Any],
) -> None:
    player = ana_confirmed()

    def work() -> KeptAnswer:
        User.objects.filter(pk=player.pk).update(reality_minutes=30)
        owner_connection.execute(
            "INSERT INTO api_storedanswer (caller, key, fingerprint, status, body, created_at)"
            " VALUES (%s, %s, %s, 200, %s, now())",
            [KEY.caller, KEY.key, b"f", pack_text("first")],
        )
        return KeptAnswer(200, "second")

    assert run_once(KEY, b"f", work) == KeptAnswer(200, "first", is_replay=True)
    assert minutes_of(player) is None


@pytest.mark.database
def test_a_lost_connection_is_an_unknown_outcome() -> None:
    def lose() -> NoReturn:
        raise OperationalError from psycopg.OperationalError("connection lost")

    with pytest.raises(OutcomeUnknown), transaction.atomic():
        run_once(KEY, b"f", lose)


@pytest.mark.committed
def test_a_refused_bet_is_answered_again_and_its_savepoint_undoes_it() -> None:
    app = seated(funds="5")
    body = app.bet_body()
    with CaptureQueriesContext(connection) as asked:
        first = app.post("/rounds", body, key="short")
    assert (first.status_code, first.json()["code"]) == (422, "insufficient_funds")
    sent = [one["sql"] for one in asked if "SAVEPOINT" in one["sql"]]
    assert sent == ["SAVEPOINT ready", 'ROLLBACK TO SAVEPOINT "ready"']
    again = app.post("/rounds", body, key="short")
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert StoredAnswer.objects.count() == 1
    assert app.position["balance"]["amount"] == "5.00"


@pytest.mark.database
def test_old_answers_are_deleted() -> None:
    run_once(KEY, b"f", lambda: KeptAnswer(200, ""))
    assert delete_old_answers() == 0
    assert delete_old_answers(timezone.now() + timedelta(days=31)) == 1


@pytest.mark.committed
@pytest.mark.parametrize("whole", [True, False])
def test_a_second_request_waits_for_the_first_and_then_gives_up(
    monkeypatch: pytest.MonkeyPatch, *, whole: bool
) -> None:
    monkeypatch.setattr(stored_answers, "WAIT_SECONDS", 0.05)
    run = partial(run_once, KEY, b"f", in_one_transaction=whole)
    refused: list[bool] = []
    answers: list[KeptAnswer] = []

    def second() -> None:
        try:
            answers.append(run(lambda: KeptAnswer(500, "second")))
        except InProgress:
            refused.append(True)
        finally:
            connection.close()

    def first() -> KeptAnswer:
        other = threading.Thread(target=second)
        other.start()
        other.join()
        return KeptAnswer(200, "first")

    run(first)
    assert (refused, answers) == ([True], [])
    second()
    assert answers == [KeptAnswer(200, "first", is_replay=True)]


@pytest.mark.database
def test_a_session_keeps_its_usual_wait_for_locks_whatever_ends_the_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    execute = stored_answers._execute

    def usual() -> Any:
        return execute("SHOW lock_timeout")

    def cancelled(statement: str, *values: object) -> Any:
        if statement == stored_answers._TRY_LOCK:
            return None
        if statement == stored_answers._LOCK:
            raise OperationalError("canceling statement due to user request")
        return execute(statement, *values)

    before = usual()
    monkeypatch.setattr(stored_answers, "_execute", cancelled)
    with pytest.raises(OperationalError, match="user request"):
        run_once(KEY, b"f", lambda: KeptAnswer(200, ""), in_one_transaction=False)
    assert usual() == before


@pytest.mark.database
def test_a_repeat_takes_no_session_of_its_own_beside_a_pooler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sessions: list[str] = []

    @contextmanager
    def counted() -> Iterator[None]:
        sessions.append("direct")
        yield

    monkeypatch.setattr(stored_answers, "is_pooled", lambda: True)
    monkeypatch.setattr(stored_answers, "direct_session", counted)
    run = partial(run_once, KEY, b"f", lambda: KeptAnswer(200, ""), in_one_transaction=False)
    assert not run().is_replay
    assert run().is_replay
    assert sessions == ["direct"]


@pytest.mark.committed
def test_work_of_several_transactions_continues_after_a_dead_process() -> None:
    run = partial(run_once, KEY, b"f", in_one_transaction=False)

    def die() -> NoReturn:
        demo()
        raise SystemExit

    with pytest.raises(SystemExit):
        run(die)
    assert StoredAnswer.objects.get().status is None
    assert run(lambda: KeptAnswer(201, "")).is_replay is False
    assert run(die).is_replay is True
