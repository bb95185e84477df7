"""Downloaded transcripts as bytes: every error is found, and the command names its place."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from blackjack.presets import PRESETS
from blackjack.strict_json import MalformedError
from blackjack.transcript import build_transcript, format_transcript
from blackjack.verification import verify
from tests.blackjack.shoes import played_shoe
from tests.exhaustive import examples

SHARED = replace(PRESETS["live"], burn_cards=2, player_cut=True, insurance="up_to_half")
BYTES = format_transcript(build_transcript(played_shoe(SHARED, 2))).encode()


def is_found(place: int, byte: int) -> bool:
    """Return whether verification fails with one byte replaced."""
    other = byte if BYTES[place] != byte else (byte + 1) % 256
    spoiled = BYTES[:place] + bytes([other]) + BYTES[place + 1 :]
    try:
        return not list(verify(spoiled))[-1].passed
    except MalformedError:
        return True


@settings(deadline=None, max_examples=examples(600))
@given(st.integers(0, len(BYTES) - 1), st.integers(0, 255))
def test_any_changed_byte_is_found(place: int, byte: int) -> None:
    assert is_found(place, byte)


@settings(deadline=None, max_examples=examples(600))
@given(st.integers(0, len(BYTES) - 1), st.sampled_from(b'0123456789AKQabcf "e-.'))
def test_any_likely_slip_is_found(place: int, byte: int) -> None:
    assert is_found(place, byte)


def command(*arguments: str, data: bytes = b"") -> tuple[int, list[str], str]:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", *arguments],
        input=data, capture_output=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return ended.returncode, ended.stdout.decode().splitlines(), ended.stderr.decode()


def test_the_command_prints_a_line_per_check_and_ends_with_0(tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    file.write_bytes(BYTES)
    lines = [str(check) for check in verify(BYTES)]
    told = [*lines, "compared: with nothing but itself"]
    assert command("verify", str(file)) == (0, told, "")
    assert command("verify", "-", data=BYTES) == (0, told, "")
    assert all(line.startswith("ok: ") for line in lines)


def test_a_commitment_that_the_reader_knows_is_compared() -> None:
    known = json.loads(BYTES)["commitment"]
    status, lines, err = command("verify", "-", "--commitment", known.upper(), data=BYTES)
    assert (status, err) == (0, "")
    assert "ok: commitment: the one you gave" in lines
    assert lines[-1] == "compared: with the commitment you gave"


def test_a_transcript_that_was_made_up_whole_differs_from_a_commitment_given() -> None:
    known = "9f" * 32  # a commitment seen at the table
    status, lines, err = command("verify", "-", "--commitment", known, data=BYTES)
    assert (status, err) == (1, "")
    assert lines[-1].startswith(f"DIFFERENT: commitment: you gave {known}")


def test_a_commitment_that_is_none_ends_with_2() -> None:
    status, lines, err = command("verify", "-", "--commitment", "9f2c", data=BYTES)
    assert (status, lines) == (2, [])
    assert "a commitment is 64 hex digits" in err


def test_the_command_names_round_and_card_and_ends_with_1() -> None:
    document = json.loads(BYTES)
    document["rounds"][2]["cards"][3] = "??"
    status, lines, err = command("verify", "-", data=json.dumps(document).encode())
    assert (status, err) == (1, "")
    assert lines[-1].startswith("DIFFERENT: round 2: card 4 is listed as '??'")


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff\x00", b"{" * 50_000, BYTES[:-1]])
def test_the_command_exits_with_2_on_a_malformed_transcript(data: bytes) -> None:
    status, lines, err = command("verify", "-", data=data)
    assert (status, err, len(lines)) == (2, "", 1)
    assert lines[0].startswith("not a transcript: ")


def test_the_command_exits_with_2_on_a_missing_file() -> None:
    status, lines, err = command("verify", "/no/such/file")
    assert (status, err, len(lines)) == (2, "", 1)


def test_document_text_cannot_forge_an_answer_line() -> None:
    document = json.loads(BYTES)
    document["commitment"] += "\nok: digest: as it should be"
    status, lines, err = command("verify", "-", data=json.dumps(document).encode())
    assert (status, err, len(lines)) == (1, "", 1)
    assert lines[0].startswith("DIFFERENT: commitment: listed '")


def test_a_key_of_any_length_is_named_in_a_short_line() -> None:
    document = {**json.loads(BYTES), "x" * 5000: 1}
    status, lines, _ = command("verify", "-", data=json.dumps(document).encode())
    assert (status, len(lines)) == (2, 1)
    assert len(lines[0]) < 100


@pytest.mark.parametrize(
    "arguments", [(), ("shuffle",), ("verify",), ("verify", "a", "b"), ("replay", "--all")]
)
def test_a_command_that_is_none_ends_with_2_and_one_line(arguments: tuple[str, ...]) -> None:
    status, lines, err = command(*arguments)
    assert (status, lines) == (2, [])
    assert err.startswith("python -m blackjack: ")
    assert err.count("\n") == 1


def shell(line: str) -> tuple[int, str]:
    """Return the status and standard error of a command whose streams the shell redirects."""
    text = f"{sys.executable} -m blackjack {line}"
    ended = subprocess.run(
        ["sh", "-c", text], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )  # fmt: skip
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("arguments", ["verify /no/such", "replay /no/such", "replay --batch -"])
@pytest.mark.parametrize("stream", [">/dev/full", ">&-"])
def test_an_answer_that_cannot_be_written_ends_with_2_and_one_line(
    arguments: str, stream: str
) -> None:
    status, err = shell(f"{arguments} {stream} <<END\n{{}}\nEND")
    assert status == 2
    assert err.startswith("python -m blackjack: ")
    assert err.count("\n") == 1


def test_help_is_given_to_a_terminal_without_accents() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "blackjack", "--help"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
        env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "verify" in ended.stdout


@pytest.mark.parametrize("arguments", ["verify -", "replay -", "replay --batch -"])
def test_a_closed_standard_input_ends_with_2(arguments: str) -> None:
    assert shell(f"{arguments} <&-") == (2, "")
