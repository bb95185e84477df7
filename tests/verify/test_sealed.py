"""Sealed deals and players' copies, genuine and forged: the browser's verdict equals the library's."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.transcript import build_transcript
from tests.blackjack.sealed import RULES, own_copy, sealed_shoe
from tests.blackjack.test_sealed_transcripts import FORGED_COPIES, FORGERIES, MALFORMED
from tests.verify.documents import resealed
from tests.verify.generated import chance
from tests.verify.test_transcripts import (
    VERIFY,
    assert_alike,
    browser_verdicts,
    change_value,
    lines_of,
)

CHANGES = 400
SEVERAL: dict[str, Any] = {
    "decks": 6, "reshuffle": "when_empty", "player_cut": True, "side_bets": RULES.to_dict()["side_bets"],
    "seats": 7, "seats_per_player": 7, "bettors_per_seat": 3,
}  # fmt: skip


def shoes() -> list[dict[str, Any]]:
    """Return complete shoes and players' copies for every preset with several players, and a shoe that a restore ended."""
    tables = [RULES, *(Rules.from_dict(SEVERAL, rules) for rules in PRESETS.values())]
    restored = replace(sealed_shoe(), incomplete=True)
    return [
        *(build_transcript(sealed_shoe(rules)) for rules in tables),
        *map(own_copy, tables),
        build_transcript(restored),
    ]


def forged(document: dict[str, Any], change: Callable[[Any], object]) -> str:
    changed = json.loads(json.dumps(document))
    change(changed)
    return resealed(changed)


def test_whole_shoes_verify_line_by_line_as_on_the_command_line(modules: Page) -> None:
    texts = [json.dumps(document) for document in shoes()]
    own = [lines_of(text) for text in texts]

    assert all(lines is not None and lines[-1]["passed"] for lines in own), own
    assert modules.evaluate(VERIFY, texts) == own


def test_each_kind_of_forgery_is_found_and_worded_alike(modules: Page) -> None:
    document, copy = build_transcript(sealed_shoe()), own_copy()
    texts = [
        *(forged(document, change) for _, change in FORGERIES),
        *(forged(copy, change) for _, change in FORGED_COPIES),
    ]
    own = [lines_of(text) for text in texts]

    assert not any(lines is None or lines[-1]["passed"] for lines in own)
    assert_alike(modules, texts, own)
    found = modules.evaluate(VERIFY, texts)
    exchanges = [
        (seen[-1], lines[-1])
        for seen, lines in zip(found, own, strict=True)
        if lines is not None and ("seals" in lines[-1]["line"] or "exchange" in lines[-1]["line"])
    ]
    assert len(exchanges) > 10
    assert [seen for seen, _ in exchanges] == [lines for _, lines in exchanges]


def test_both_refuse_a_malformed_transcript(modules: Page) -> None:
    texts = [forged(build_transcript(sealed_shoe()), change) for _, change in MALFORMED]

    assert [lines_of(text) for text in texts] == [None] * len(texts)
    assert browser_verdicts(modules, texts) == ["not a transcript"] * len(texts)


def test_a_changed_value_under_a_new_digest_is_judged_alike(modules: Page) -> None:
    source = chance(3)
    whole = [json.dumps(build_transcript(sealed_shoe())), json.dumps(own_copy())]
    documents = [json.loads(source.choice(whole)) for _ in range(CHANGES)]
    for document in documents:
        place = source.randrange(len(document["rounds"]))
        document["rounds"][place] = change_value(source, document["rounds"][place])
    texts = [resealed(document) for document in documents]

    assert_alike(modules, texts, [lines_of(text) for text in texts])
