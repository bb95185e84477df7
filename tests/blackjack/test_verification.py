import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from blackjack.canonical import json_digest
from blackjack.checks import CheckResult
from blackjack.presets import PRESETS
from blackjack.public_log import line_hash
from blackjack.rules import Rules
from blackjack.strict_json import MalformedError
from blackjack.transcript import build_transcript, format_transcript
from blackjack.verification import verify
from tests.blackjack.shoes import cancelled_round, played_shoe

SHARED = replace(PRESETS["live"], burn_cards=2, player_cut=True, insurance="up_to_half")


@cache
def text_of_shoe(rules: Rules = PRESETS["ligalo"], rounds: int = 3) -> str:
    return format_transcript(build_transcript(played_shoe(rules, rounds)))


def last_of(data: Any) -> CheckResult:
    return list(verify(data))[-1]


def changed(change: Callable[[Any], None], rules: Rules = SHARED) -> CheckResult:
    """Return the last check of a changed document whose digest was recomputed."""
    document = json.loads(text_of_shoe(rules))
    change(document)
    document["digest"] = json_digest({k: v for k, v in document.items() if k != "digest"})
    return last_of(document)


@pytest.mark.parametrize("name", PRESETS)
def test_an_honest_shoe_passes(name: str) -> None:
    checks = list(verify(text_of_shoe(PRESETS[name], 12)))
    assert [check for check in checks if not check.passed] == []
    assert [checks[0].subject, checks[-2].subject, checks[-1].subject] == [
        "commitment", "rest", "digest",
    ]  # fmt: skip


def test_every_part_of_a_round_has_its_line() -> None:
    subjects = [check.subject for check in verify(text_of_shoe(SHARED, 1))]
    assert subjects == [
        "commitment", "rules", "log line announced", "log line opened", "burned cards",
        "round 1, entropy", "round 1, cards", "round 1, decisions", "round 1, settlement",
        "rest", "digest",
    ]  # fmt: skip


def test_a_document_without_the_optional_keys_passes() -> None:
    document = json.loads(text_of_shoe(SHARED))
    for key in ("rest", "log", "digest"):
        del document[key]
    checks = list(verify(document))
    assert all(check.passed for check in checks)
    assert checks[-1].subject == "round 3, settlement"


def test_infinite_decks_have_no_rest() -> None:
    infinite = Rules(decks="infinite")
    assert last_of(text_of_shoe(infinite)).passed
    assert "rest" not in json.loads(text_of_shoe(infinite))


def test_a_shoe_without_a_round_only_reveals_its_seed() -> None:
    facts = played_shoe(SHARED, 0)
    unopened = replace(facts, cut=None, log=facts.log[:1])
    assert [check.subject for check in verify(build_transcript(unopened))] == [
        "commitment", "rules", "log line announced", "digest",
    ]  # fmt: skip


def test_a_shoe_refilled_in_mid_round_passes() -> None:
    friendly = PRESETS["friendly"]
    document = json.loads(text_of_shoe(friendly, 9))
    assert sum(len(round_["cards"]) for round_ in document["rounds"]) > 52
    assert last_of(document).passed


@pytest.mark.parametrize("drawn", [0, 6])
def test_a_cancelled_round_is_checked_and_pays_the_stakes_back(drawn: int) -> None:
    rules = PRESETS["casino_floor"]
    facts = played_shoe(rules, 1)
    drawn = 5 if drawn else 0
    with_it = replace(facts, deals=[*facts.deals, cancelled_round(rules, 2, drawn)])
    document = build_transcript(with_it)
    assert last_of(document).passed
    document["rounds"][-1]["settlement"]["seats"][0]["returned"] = "2"
    check = last_of(document)
    assert (check.passed, check.subject) == (False, "round 2, settlement")


def test_a_card_that_stayed_face_down_is_in_the_transcript() -> None:
    facts = played_shoe(replace(PRESETS["live"], side_bets={}, seats=1), 30)
    hidden = [played for played in facts.deals if played.face_down is not None]
    assert hidden
    document = build_transcript(facts)
    for played in hidden:
        listed = document["rounds"][played.nonce - 1]["cards"]
        assert len(listed) == len(played.cards) + 1
    assert last_of(document).passed


def test_every_changed_card_is_named_by_round_and_number() -> None:
    document = json.loads(text_of_shoe(SHARED))
    for played in [*document["rounds"], document["rest"]]:
        for place, card in list(enumerate(played["cards"]))[:12]:
            played["cards"][place] = "KS" if card != "KS" else "2C"
            check = last_of(document)
            assert (check.passed, check.nonce, check.card) == (False, played["nonce"], place + 1)
            assert f"card {place + 1} " in check.detail
            played["cards"][place] = card


def put(*path: Any) -> Callable[[Any], None]:
    """Return a change that sets the value at a path; the last item of `path` is the value."""

    def change(document: Any) -> None:
        *way, key, value = path
        for step in way:
            document = document[step]
        document[key] = value

    return change


def both(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for one in changes:
            one(document)

    return change


def rehashed(line: int, key: str, value: object) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        found = document["log"][line]
        found[key] = value
        found["hash"] = line_hash(found)

    return change


DIFFERENCES: list[tuple[str, Callable[[Any], None]]] = [
    ("commitment", put("commitment", "0" * 64)),
    ("commitment", put("server_seed", "f" * 64)),
    ("decks", put("decks", 6)),
    ("decks", put("rules", "decks", 6)),
    ("reshuffle", put("reshuffle", "when_empty")),
    ("cut", put("cut", None)),
    ("cut", put("cut", 51)),
    ("cut", put("cut", 365)),
    ("burned cards", put("cut", 53)),
    ("burned cards", put("rounds", 0, "nonce", 1)),
    ("burned cards", put("rounds", 0, "entropy", "someone")),
    ("burned cards", put("rounds", 0, "cards", [])),
    ("burned cards", lambda document: document["rounds"].pop(0)),
    ("burned cards", lambda document: document["rounds"][0]["cards"].append("2C")),
    ("log line opened", put("rules", "burn_cards", 1)),
    ("round 1", put("rounds", 1, "nonce", 2)),
    ("round 2", lambda document: document["rounds"].pop(2)),
    ("burned cards", put("rounds", 1, "seat_seeds", "1", "other")),
    ("round 1", put("rounds", 1, "seat_seeds", "3", "other")),
    ("round 2", put("rounds", 2, "seat_seeds", "1", "other")),
    ("round 1, bets", put("rounds", 1, "bets", 1, "seat", 2)),
    ("round 1, settlement", put("rounds", 1, "bets", 0, "stake", "3")),
    ("round 1, settlement", put("rounds", 1, "bets", 0, "side_bets", "top_3", "3")),
    ("round 1, settlement", lambda document: document["rounds"][1]["bets"][0].pop("side_bets")),
    ("round 1, bets", put("rounds", 1, "bets", 0, "side_bets", {"lucky": "1"})),
    ("round 1, bets", lambda document: document["rounds"][1]["bets"].reverse()),
    ("round 1, decisions", put("rounds", 1, "decisions", 0, "action", "fold")),
    ("round 1, card ", put("rounds", 1, "decisions", [])),
    ("round 1, settlement", put("rounds", 1, "settlement", "seats", 0, "hands", 0, "payout", "1")),
    ("round 1, settlement", put("rounds", 1, "settlement", "seats", 0, "net", "0.5")),
    ("round 1, settlement", put("rounds", 1, "settlement", "dealer", "total", 3)),
    ("round 1, settlement", put("rounds", 1, "settlement", "dealer", "soft", 0)),
    ("round 1, settlement", put("rounds", 1, "settlement", "dealer", "cards", 0, "2C")),
    ("round 1, settlement", put("rounds", 1, "settlement", {})),
    ("round 1, settlement", put("rounds", 1, "status", "cancelled")),
    ("rest", put("rest", "nonce", 5)),
    ("rest", put("rest", "entropy", "other")),
    ("rest", lambda document: document["rest"]["cards"].pop()),
    ("log line announced", put("log", 0, "n", 6)),
    ("log line announced", put("log", 0, "at", "2026-11-21T10:00:06.000000Z")),
    ("log line announced", rehashed(0, "kind", "closed")),
    ("log line announced", rehashed(0, "shoe", "other")),
    ("log line opened", rehashed(1, "commitment", "0" * 64)),
    ("log line opened", rehashed(1, "rules_hash", "0" * 64)),
    ("log line opened", put("rules", "soft_17", "hit")),
    ("log", rehashed(1, "n", 6)),
    ("log", rehashed(1, "at", "2026-11-21T09:00:00.000000Z")),
    ("log", rehashed(1, "previous", "0" * 64)),
    ("log", lambda document: document["log"].pop()),
]


@pytest.mark.parametrize(
    ("subject", "change"), DIFFERENCES, ids=[str(i) for i in range(len(DIFFERENCES))]
)
def test_a_change_is_found_where_it_is_even_under_a_new_digest(
    subject: str, change: Callable[[Any], None]
) -> None:
    check = changed(change)
    assert not check.passed
    assert check.subject.startswith(subject)


def test_more_cards_than_the_decisions_draw_are_found() -> None:
    facts = played_shoe(PRESETS["ligalo"], 1)
    longer = replace(facts.deals[0], cards_drawn=facts.deals[0].cards_drawn + 1, status="cancelled")
    listed = build_transcript(replace(facts, deals=[longer]))
    listed["rounds"][0]["status"] = "completed"
    check = last_of(listed)
    assert (check.passed, check.nonce, check.card) == (False, 1, longer.cards_drawn)


def test_a_round_after_the_cut_card_is_found() -> None:
    long = replace(PRESETS["ligalo"], reshuffle="when_empty", decks=1)
    facts = played_shoe(long, 9)
    closing = build_transcript(
        replace(facts, rules=replace(long, reshuffle="at_penetration"), log=[])
    )
    check = last_of(closing)
    assert not check.passed
    assert "was to close after round" in check.detail


def test_a_second_round_of_a_shoe_for_one_is_found() -> None:
    facts = played_shoe(PRESETS["ligalo"], 2)
    once = replace(PRESETS["ligalo"], reshuffle="every_round")
    check = last_of(build_transcript(replace(facts, rules=once, log=[])))
    assert (check.passed, check.nonce) == (False, 2)


MALFORMED: list[tuple[str, Callable[[Any], None]]] = [
    ("version", put("version", 3)),
    ("version", put("version", "1")),
    ("shoe", put("shoe", "a b")),
    ("'notes'", put("notes", "")),
    ("'cut'", lambda document: document.pop("cut")),
    ("server_seed", put("server_seed", "f" * 63)),
    ("decks", put("decks", 6.0)),
    ("cut", put("cut", "100")),
    ("rules", put("rules", [])),
    ("'jokers'", put("rules", "jokers", 1)),
    ("'charlie'", lambda document: document["rules"].pop("charlie")),
    ("soft_17", put("rules", "soft_17", "never")),
    ("rounds", put("rounds", {})),
    ("rounds[1]", put("rounds", 1, [])),
    ("rounds[1]", put("rounds", 1, "voided", 1)),
    ("rounds[1].nonce", put("rounds", 1, "nonce", "1")),
    ("rounds[1].status", put("rounds", 1, "status", "void")),
    ("rounds[1].seat_seeds", put("rounds", 1, "seat_seeds", {})),
    ("rounds[1].seat_seeds", put("rounds", 1, "seat_seeds", {"8": "a"})),
    ("rounds[1].seat_seeds.1", put("rounds", 1, "seat_seeds", "1", "a b")),
    ("rounds[1].cards", put("rounds", 1, "cards", "2C")),
    ("rounds[1].cards", put("rounds", 1, "cards", 0, 2)),
    ("rounds[1].bets[0].stake", put("rounds", 1, "bets", 0, "stake", "2.50")),
    ("rounds[1].bets[0].stake", put("rounds", 1, "bets", 0, "stake", 2)),
    ("rounds[1].bets[0].side_bets", put("rounds", 1, "bets", 0, "side_bets", [])),
    ("rounds[1].decisions[0].by", put("rounds", 1, "decisions", 0, "by", "dealer")),
    ("rounds[1].decisions[0].action", put("rounds", 1, "decisions", 0, "action", 1)),
    ("rounds[1].settlement", put("rounds", 1, "settlement", None)),
    ("rest.nonce", put("rest", "nonce", None)),
    ("log", put("log", [])),
    ("log[0].at", put("log", 0, "at", "today")),
    ("log[0].kind", put("log", 0, "kind", "stolen")),
    ("log[1].hash", put("log", 1, "hash", "x")),
    ("log[1].rules_hash", put("log", 1, "rules_hash", "x")),
    ("digest", put("digest", None)),
]


@pytest.mark.parametrize(("name", "change"), MALFORMED, ids=[str(i) for i in range(len(MALFORMED))])
def test_malformed_transcripts_are_refused_by_name(
    name: str, change: Callable[[Any], None]
) -> None:
    document = json.loads(text_of_shoe(SHARED))
    change(document)
    with pytest.raises(MalformedError) as refusal:
        verify(document)
    assert refusal.value.code == "malformed"
    assert name in str(refusal.value)


def test_a_key_given_twice_is_refused_by_name() -> None:
    twice = text_of_shoe().replace('"nonce":1,', '"nonce":1,"nonce":1,', 1)
    with pytest.raises(MalformedError, match="'nonce' is given twice"):
        verify(twice)
