"""Transcript version 2: sealed exchanges, other players' bets, shoes that a restore ended."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from blackjack.canonical import json_digest
from blackjack.checks import CheckResult
from blackjack.fairness import salt_from_text, seal_seed, seat_seed
from blackjack.presets import PRESETS
from blackjack.strict_json import MalformedError
from blackjack.transcript import build_transcript
from blackjack.verification import verify
from tests.blackjack.sealed import OWN, RULES, own_copy, sealed_shoe
from tests.blackjack.shoes import played_shoe

OTHER = seat_seed("other", salt_from_text("other"))
Change = Callable[[Any], object]


def whole() -> Any:
    return json.loads(json.dumps(build_transcript(sealed_shoe())))


def last_of(document: Any) -> CheckResult:
    document["digest"] = json_digest({k: v for k, v in document.items() if k != "digest"})
    return list(verify(document))[-1]


def put(*path: Any) -> Change:
    def change(document: Any) -> None:
        *way, key, value = path
        for step in way:
            document = document[step]
        document[key] = value

    return change


def test_every_exchange_has_its_line() -> None:
    checks = list(verify(whole()))
    assert all(check.passed for check in checks), checks[-1]
    assert [check.subject for check in checks if check.nonce in (1, 2)] == [
        "round 1, aborted exchange 1", "round 1, seals", "round 1, entropy", "round 1, cards",
        "round 1, decisions", "round 1, settlement",
        "round 2, aborted exchange 1", "round 2, aborted exchange 2", "round 2, settlement",
    ]  # fmt: skip
    details = {check.subject: check.detail.split(", ", 1)[-1] for check in checks}
    assert details["round 1, aborted exchange 1"] == "opened 1, plain 3, failed 7"
    assert details["round 1, seals"] == "opened 1, plain 3"
    assert details["round 2, settlement"] == "returned: seat 1 10, seat 3 4"


def test_only_sealed_and_incomplete_shoes_are_of_version_2() -> None:
    facts = played_shoe()
    assert build_transcript(facts)["version"] == 1
    assert build_transcript(replace(facts, incomplete=True))["version"] == 2
    assert build_transcript(sealed_shoe())["version"] == 2


def test_version_2_takes_deals_without_seals() -> None:
    document = build_transcript(played_shoe(PRESETS["live"]))
    assert last_of({**document, "version": 2}).passed


FORGERIES: list[tuple[str, Change]] = [
    # A seal that the seed does not open
    ("round 4, seals", put("rounds", 4, "seals", "1", seal_seed(OTHER))),
    ("burned cards", put("rounds", 1, "seals", "1", seal_seed(OTHER))),
    ("burned cards", put("rounds", 1, "seat_seeds", "3", OTHER)),
    ("round 4, seals", put("rounds", 4, "seat_seeds", "3", OTHER)),
    # Another list of seals
    ("burned cards", lambda document: sealed_plain(document["rounds"][1])),
    ("round 4", lambda document: opened_plain(document["rounds"][4])),
    ("round 4, seals", lambda document: document["rounds"][4]["seals"].pop("3")),
    ("round 4, seals", put("rounds", 4, "plain", [3])),
    ("round 4, seals", put("rounds", 4, "plain", [2])),
    # A missing opening
    ("round 4, seals", lambda document: document["rounds"][4]["seat_seeds"].pop("3")),
    ("round 1, aborted exchange 1", lambda document: aborted(document)["openings"].pop("1")),
    ("round 1, aborted exchange 1", lambda document: aborted(document)["openings"].pop("3")),
    # A changed aborted exchange
    ("round 1, aborted exchange 1", put("rounds", 1, "aborted", 0, "seals", "1", "0" * 64)),
    ("round 1, aborted exchange 1", put("rounds", 1, "aborted", 0, "openings", "7", OTHER)),
    ("round 1, aborted exchange 1", put("rounds", 1, "aborted", 0, "failed", [])),
    ("round 1, aborted exchange 1", put("rounds", 1, "aborted", 0, "failed", [3, 7])),
    ("round 1, aborted exchange 1", lambda document: none_failed(aborted(document))),
    ("round 1, seals", lambda document: doubled_exchange(document["rounds"][1])),
    ("round 4, seals", lambda document: reused(document["rounds"][4])),
    ("round 2, seals", lambda document: document["rounds"][2]["aborted"].reverse()),
    # A deal that was never dealt, presented as dealt
    ("round 2", put("rounds", 2, "cards", ["2C"])),
    ("round 2", put("rounds", 2, "status", "completed")),
    # Another entropy
    ("burned cards", put("rounds", 0, "entropy", "p1-" + "0" * 32 + ".100")),
    ("rest", put("rest", "entropy", "0" * 64 + ".100")),
    ("round 4, bets", lambda document: document["rounds"][4]["bets"].pop(0)),
]


def sealed_plain(deal: Any) -> None:
    """Present the plain seat as sealed."""
    deal["plain"] = []
    deal["seals"]["3"] = seal_seed(deal["seat_seeds"]["3"])


def opened_plain(deal: Any) -> None:
    """Present a sealed seat as plain."""
    deal["plain"] = [3]
    del deal["seals"]["3"]


def aborted(document: Any) -> Any:
    return document["rounds"][1]["aborted"][0]


def none_failed(exchange: Any) -> None:
    exchange["failed"] = []
    del exchange["seals"]["7"]


def doubled_exchange(deal: Any) -> None:
    """Add a second aborted exchange; a dealt round has at most one."""
    deal["aborted"].insert(0, json.loads(json.dumps(whole()["rounds"][2]["aborted"][0])))


def reused(deal: Any) -> None:
    """Use the seals of an aborted exchange again, whose seeds are known by then."""
    seals, openings = {**deal["seals"], "5": "0" * 64}, {**deal["seat_seeds"]}
    deal["aborted"] = [{"seals": seals, "plain": [], "openings": openings, "failed": [5]}]


@pytest.mark.parametrize(
    ("subject", "change"), FORGERIES, ids=[str(i) for i in range(len(FORGERIES))]
)
def test_a_forgery_is_found_where_it_is(subject: str, change: Change) -> None:
    document = whole()
    change(document)
    check = last_of(document)
    assert not check.passed
    assert check.subject == subject


MALFORMED: list[tuple[str, Change]] = [
    ("'seals'", put("version", 1)),
    ("rounds[1].seals.1", put("rounds", 1, "seals", "1", "plain")),
    ("rounds[1].seals", put("rounds", 1, "seals", {"9": "0" * 64})),
    ("rounds[1].plain", put("rounds", 1, "plain", [3, 3])),
    ("rounds[1].plain", put("rounds", 1, "plain", [8])),
    ("rounds[1].plain", put("rounds", 1, "plain", ["3"])),
    ("'plain'", lambda document: document["rounds"][1].pop("plain")),
    ("'aborted'", lambda document: document["rounds"][1].pop("aborted")),
    ("'failed'", lambda document: aborted(document).pop("failed")),
    ("seat_seeds", put("rounds", 4, "seat_seeds", {})),
    ("incomplete", put("incomplete", "yes")),
    ("behind[1].choice", put("rounds", 1, "bets", 2, "behind", 1, "double", "left")),
    ("behind[1].choice", put("rounds", 1, "bets", 2, "behind", 1, "split", "right")),
    ("behind[1].choice", put("rounds", 1, "bets", 2, "behind", 1, "fallback", "stay")),
    ("'choice'", put("rounds", 1, "bets", 2, "behind", 1, "choice", "follow")),
    ("rounds[1].bets[0].side_bets", put("rounds", 1, "bets", 0, "stake", None)),
]


@pytest.mark.parametrize(("name", "change"), MALFORMED, ids=[str(i) for i in range(len(MALFORMED))])
def test_malformed_transcripts_are_refused_by_name(name: str, change: Change) -> None:
    document = whole()
    change(document)
    with pytest.raises(MalformedError) as refusal:
        verify(document)
    assert name in str(refusal.value)


def test_a_player_s_copy_has_their_own_amounts_only() -> None:
    document = own_copy()
    bets = document["rounds"][1]["bets"]
    assert [bet["stake"] for bet in bets] == ["10", None, None]
    assert bets[2]["side_bets"] == {"player_pair": None}
    assert [one["stake"] for one in bets[2]["behind"]] == ["2", None]
    actions = [one["action"] for played in document["rounds"][1:] for one in played["decisions"]]
    assert {"double", "double:1"} <= {*actions}
    checks = list(verify(document))
    assert all(check.passed for check in checks), checks[-1]
    paid = [check.detail for check in checks if check.subject == "round 4, settlement"]
    assert paid[0].endswith("seat 2 not shown, seat 3 not shown")


def test_amounts_of_others_are_compared_neither_as_staked_nor_as_decided() -> None:
    document = own_copy()
    of_another = document["rounds"][4]
    doubled = next(one for one in of_another["decisions"] if one["action"] == "double")
    doubled["action"] = "double:0.01"
    assert last_of(document).passed


FORGED_COPIES: list[tuple[str, Change]] = [
    ("round 1, settlement", put("rounds", 1, "settlement", "seats", 0, "net", None)),
    ("round 1, settlement", put("rounds", 1, "settlement", "seats", 1, "net", "1")),
    ("round 1, settlement", put("rounds", 1, "settlement", "seats", 1, "hands", 0, "outcome", "push")),
    ("round 1, settlement", put("rounds", 1, "bets", 0, "stake", "12")),
    ("round 1, settlement", put("rounds", 1, "bets", 2, "behind", 0, "stake", "3")),
    ("round 2, settlement", put("rounds", 2, "settlement", "seats", 1, "returned", "5")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "change"), FORGED_COPIES, ids=[str(i) for i in range(len(FORGED_COPIES))]
)
def test_a_forged_copy_is_found(subject: str, change: Change) -> None:
    document = own_copy()
    change(document)
    check = last_of(document)
    assert (check.passed, check.subject) == (False, subject)


def test_a_null_stake_needs_version_2() -> None:
    document = build_transcript(played_shoe(PRESETS["live"]))
    document["rounds"][0]["bets"][0]["stake"] = None
    document["rounds"][0]["bets"][0]["side_bets"] = {}
    with pytest.raises(MalformedError, match="stake"):
        verify(document)


@pytest.mark.parametrize("count", [0, 2])
def test_a_shoe_that_a_restore_ended_says_so(count: int) -> None:
    facts = sealed_shoe()
    kept = replace(facts, deals=facts.deals[:count], incomplete=True)
    document = build_transcript(kept)
    assert "rest" not in document
    checks = list(verify(document))
    assert all(check.passed for check in checks)
    (line,) = [check.detail for check in checks if check.subject == "incomplete"]
    assert line == f"restored from a backup, rounds after {count} are lost"


def test_an_incomplete_shoe_has_no_rest() -> None:
    document = {**whole(), "incomplete": "restore"}
    check = last_of(document)
    assert (check.passed, check.subject) == (False, "incomplete")


def test_the_copy_s_facts_are_worth_testing() -> None:
    assert RULES.double_for_less
    assert {bettor for own in OWN.values() for _, bettor in own} == {1, 2}
