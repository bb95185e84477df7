"""Robustness against arbitrary input: the answer is a round or an error with a code, never a traceback."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from blackjack.presets import PRESETS
from blackjack.replay import replay
from blackjack.strict_json import MalformedError
from blackjack.transcript import build_transcript
from blackjack.verification import verify
from tests.blackjack.shoes import played_shoe
from tests.exhaustive import examples, slow_but_every

CODES = {
    "invalid_case", "invalid_rules", "invalid_bet", "illegal_action", "too_many_actions",
    "out_of_cards",
}  # fmt: skip
ANSWER = {"complete", "next", "cards_drawn", "dealer", "seats"}
CASE: dict[str, Any] = {
    "rules": {
        "preset": "live", "bettors_per_seat": 3, "double_for_less": True, "penetration": 0.5,
        "side_bets": {"player_pair": {"perfect": 25, "coloured": 12, "mixed": 6}},
    },
    "bets": [
        {"seat": 2, "stake": "10", "side_bets": {"player_pair": "5"},
         "behind": [{"stake": "4", "choice": "left"}, {"stake": "6"}]},
        {"seat": 5, "stake": "2.5"},
    ],
    "cards": "8S 9D 6D 8H 9C TC 3C TH KD 9S 2C 3D 4H 5S 6C",
    "actions": ["split", "double:2.5-3", "stand", "hit"],
}  # fmt: skip
TRANSCRIPT: dict[str, Any] = build_transcript(played_shoe(PRESETS["casino_floor"], 1))

often = settings(
    deadline=None, max_examples=examples(400), suppress_health_check=[HealthCheck.too_slow]
)
numbers = st.one_of(
    st.integers(),
    st.floats(),
    st.sampled_from([0, -1, 1e308, 10**30, -(10**30), 1e-308, -0.0, 5.0, 52]),
)
words = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["ligalo", "preset", "infinite", "AS", "1e9", "٣", "\x00", "\ud800", "9" * 200]
    ),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)


def assert_answered(data: str | bytes) -> None:
    answer = replay(data)
    json.dumps(answer, allow_nan=False).encode()
    if "error" not in answer:
        assert set(answer) == ANSWER
        return
    error = answer["error"]
    assert error["code"] in CODES
    assert 0 < len(error["message"]) < 2000
    more = {"at", "legal"} if error["code"] == "illegal_action" else set()
    assert set(error) == {"code", "message"} | more


def assert_verified(data: Any) -> None:
    try:
        checks = list(verify(data))
    except MalformedError as error:
        assert 0 < len(str(error)) < 2000  # noqa: PT017 - it need not be raised
        return
    assert all(check.passed for check in checks[:-1])
    assert all(len(str(check)) < 20_000 for check in checks)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value inside a JSON value."""
    steps: list[Any] = list(value) if isinstance(value, dict) else []
    steps = list(range(len(value))) if isinstance(value, list) else steps
    found = [(*path, step) for step in steps]
    return found + [way for step in steps for way in places_in(value[step], (*path, step))]


@st.composite
def spoiled(draw: st.DrawFn, whole: dict[str, Any]) -> dict[str, Any]:
    """Return the document with one to three values replaced or removed."""
    document = json.loads(json.dumps(whole))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places_in(document)))
        within = document
        for step in way:
            within = within[step]
        deed: Callable[[], object] = draw(
            st.sampled_from(
                [
                    lambda within=within, last=last: within.pop(last),
                    lambda within=within, last=last: within.__setitem__(last, draw(values)),
                ]
            )
        )
        deed()
    return dict(document)


@often
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert_answered(data)
    assert_verified(data)


@often
@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    assert_answered(text)


@often
@given(values)
def test_any_value_is_answered(value: Any) -> None:
    assert_answered(json.dumps(value))
    assert_verified(json.dumps(value))


@often
@given(st.fixed_dictionaries(dict.fromkeys(CASE, values)))
def test_any_values_under_the_keys_of_a_case_are_answered(case: dict[str, Any]) -> None:
    assert_answered(json.dumps(case))


@often
@given(spoiled(CASE))
def test_a_case_with_anything_in_any_place_is_answered(case: dict[str, Any]) -> None:
    assert_answered(json.dumps(case))


@often
@given(spoiled(TRANSCRIPT))
def test_a_transcript_with_anything_in_any_place_is_answered(document: dict[str, Any]) -> None:
    assert_verified(json.dumps(document))


DEEP = 200_000
HUGE = [
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP + "1" + "}" * DEEP,
    "9" * 1_000_000,
    '"' + "A" * 1_000_000 + '"',
    json.dumps({**CASE, "cards": "AS " * 300_000, "actions": ["hit"] * 5}),
    json.dumps({**CASE, "cards": "AS" * 300_000}),
    json.dumps({**CASE, "actions": ["stand"] * 300_000}),
    json.dumps({**CASE, "actions": ["double:" + "9" * 100_000]}),
    json.dumps({**CASE, "bets": [{"seat": 1, "stake": "9" * 100_000}]}),
    json.dumps({**CASE, "bets": [{"seat": 10**4000, "stake": "9"}]}),
    json.dumps({**CASE, "bets": [{"seat": 1, "stake": "9" * 90, "side_bets": {"player_pair": "9" * 90}}]}),
    json.dumps({**CASE, "rules": {"side_bets": {"player_pair": {"perfect": 10**4000, "coloured": 1, "mixed": 1}}}}),
    json.dumps({
        "rules": {"side_bets": {"player_pair": {"perfect": 10**4290, "coloured": 1, "mixed": 1}}},
        "bets": [{"seat": 1, "stake": "1", "side_bets": {"player_pair": "9" * 100}}],
        "cards": "8S 9D 8S 9C", "actions": ["stand"],
    }),
    json.dumps({**CASE, "rules": {"blackjack_pays": "9" * 100_000 + ":1"}}),
    json.dumps({**CASE, "rules": {"x" * 1_000_000: 1}}),
    json.dumps(CASE).replace("0.5", "1e99999"),
    json.dumps(CASE).replace("0.5", "-0"),
]  # fmt: skip


@pytest.mark.parametrize("text", HUGE, ids=range(len(HUGE)))
def test_the_huge_and_the_deep_are_answered(text: str) -> None:
    assert_answered(text)
    assert_verified(text)


def command(*arguments: str, data: bytes) -> tuple[int, list[str], bytes]:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", *arguments],
        input=data, capture_output=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return ended.returncode, ended.stdout.decode().splitlines(), ended.stderr


ODD = [b"", b"\xff\xfe\x00", b"\x00", "\ufeff{}".encode(), *[text.encode() for text in HUGE]]


@pytest.mark.parametrize("data", slow_but_every(3, ODD), ids=range(len(ODD)))
def test_the_command_answers_in_one_line_without_a_traceback(data: bytes) -> None:
    status, lines, errors = command("replay", "-", data=data)
    assert (status, len(lines), errors) == (2 if "error" in json.loads(lines[0]) else 0, 1, b"")
    status, lines, errors = command("verify", "-", data=data)
    assert (status, len(lines), errors) == (2, 1, b"")


def test_a_batch_of_oddities_has_an_answer_for_every_line() -> None:
    given_lines = [data for data in ODD if b"\n" not in data]
    status, lines, errors = command("replay", "--batch", data=b"\n".join(given_lines) + b"\n")
    assert (status, errors) == (0, b"")
    assert [json.loads(line) for line in lines] == [replay(data) for data in given_lines]
