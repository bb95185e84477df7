"""Verification of transcripts by the API, and bodies that are no JSON."""

import json
from typing import Any

import pytest
from django.core.cache import cache

from api import parsers
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from tests.api.calls import assert_problem, get, post, read
from tests.casino import scenes

pytestmark = pytest.mark.database


@pytest.fixture
def transcript() -> dict[str, Any]:
    shoe = scenes.finished_shoe()
    chain_log()
    document: dict[str, Any] = json.loads(transcript_text(shoe))
    return document


def test_a_true_transcript_passes(transcript: dict[str, Any]) -> None:
    found = read(
        post("/verify", {"transcript": transcript, "commitment": transcript["commitment"]})
    )
    assert found["passed"] is True
    assert all(check["passed"] for check in found["checks"])


def test_an_altered_card_is_named(transcript: dict[str, Any]) -> None:
    card = transcript["rounds"][0]["cards"][2]
    transcript["rounds"][0]["cards"][2] = "2C" if card != "2C" else "3C"
    found = read(post("/verify", {"transcript": transcript}))
    last = found["checks"][-1]
    assert (found["passed"], last["passed"], last["nonce"], last["card"]) == (False, False, 1, 3)


def test_another_commitment_fails(transcript: dict[str, Any]) -> None:
    found = read(post("/verify", {"transcript": transcript, "commitment": "0" * 64}))
    assert found["passed"] is False


def test_what_is_no_transcript_is_refused(transcript: dict[str, Any]) -> None:
    del transcript["rounds"]
    answer = post("/verify", {"transcript": transcript})
    problem = assert_problem(answer, 422, "malformed_transcript", "transcript")
    assert "rounds" in problem["detail"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("", ["transcript"]),
        ({}, ["transcript"]),
        ([], [""]),
        ("text", [""]),
        ({"transcript": []}, ["transcript"]),
        ({"transcript": {}, "commitment": 7}, ["commitment"]),
        ({"transcript": {}, "commitment": "0" * 65}, ["commitment"]),
        ({"transcript": {}, "extra": 1}, ["extra"]),
    ],
)
def test_a_body_of_the_wrong_form_is_named(body: Any, fields: list[str]) -> None:
    assert_problem(
        post("/verify", json.dumps(body) if body != "" else b""), 422, "invalid", *fields
    )


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"transcript": NaN}',
        b'{"transcript": {}, "transcript": {}}',
        b"\xff\xfe{}",
        b'{"transcript": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"transcript": {"n": 1' + b"0" * 5_000 + b"}}",
    ],
    ids=["cut off", "NaN", "duplicate", "not UTF-8", "deep", "huge number"],
)
def test_what_is_no_json_is_refused(body: bytes) -> None:
    assert_problem(post("/verify", body), 400, "malformed_body")


def test_a_body_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsers, "MOST_BYTES", 100)
    assert_problem(post("/verify", b" " * 101), 413, "body_too_large")


def test_another_media_type_is_refused() -> None:
    assert_problem(post("/verify", "a=b", "text/plain"), 415, "unsupported_media_type")


def test_verifications_are_limited_by_network(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {"read": 1000, "verify": 2}
    cache.clear()
    first, second, third = (post("/verify", {"transcript": {}}) for _ in range(3))
    assert first["RateLimit-Policy"] == '"verify";q=2;w=60'
    assert [one["RateLimit"].partition(";t=")[0] for one in (first, second)] == [
        '"verify";r=1',
        '"verify";r=0',
    ]
    assert_problem(third, 429, "too_many_requests")
    assert 1 <= int(third["Retry-After"]) <= 70
    assert get("/fairness/log").status_code == 200
