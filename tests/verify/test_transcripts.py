"""Transcripts, unchanged and with one change: the browser's verdict equals the library's."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from blackjack.canonical import canonical_json
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strict_json import MalformedError
from blackjack.verification import verify
from tests.verify.documents import resealed, text_of_shoe
from tests.verify.generated import Chance, chance, some_rules

VERIFY = """async (texts) => {
  const { verify } = await import("/static/js/verify/transcript.js");
  const { MalformedError } = await import("/static/js/verify/reading.js");
  const linesOf = async (text) => {
    const found = [];
    try {
      for await (const check of verify(new TextEncoder().encode(text))) {
        found.push({ line: String(check), passed: check.passed, nonce: check.nonce, card: check.card });
      }
    } catch (error) {
      if (error instanceof MalformedError) return null;
      throw error;
    }
    return found;
  };
  const all = [];
  for (const text of texts) all.push(await linesOf(text));
  return all;
}"""

CHANGES = 700
SIGNS = '0123456789abcdefAKQJTCDHS"{}[]:,. -_\\nxeE\t\0'
VALUES: list[Any] = [
    None, True, False, 0, 1, 3, -1, 0.5, 1.0, "x", "", "10", "1", "0", "hit", "stand", "double",
    "split", "double:1", "insure", "house", "player", "cancelled", "completed", "AS", "2D", "at_penetration", "infinite", [], {},
]  # fmt: skip


REORDERED: list[Callable[[list[Any], int], object]] = [
    lambda items, _: items.reverse(),
    lambda items, place: items.pop(place),
    lambda items, place: items.insert(place, items[place]),
]


def lines_of(text: str) -> list[dict[str, Any]] | None:
    """Return the library's checks of a document, or None if it is no transcript."""
    try:
        checks = list(verify(text))
    except MalformedError:
        return None
    return [
        {"line": str(one), "passed": one.passed, "nonce": one.nonce, "card": one.card}
        for one in checks
    ]


def verdict(lines: list[dict[str, Any]] | None) -> Any:
    """Return the passed checks in full and, of the last one, name, result, round and card."""
    if lines is None:
        return "not a transcript"
    last = lines[-1]
    name = last["line"].split(": ")[1]
    ending = (name, last["passed"], last["nonce"], last["card"])
    return [line["line"] for line in lines if line["passed"]], ending


def browser_verdicts(modules: Page, texts: list[str]) -> list[Any]:
    return [verdict(lines) for lines in modules.evaluate(VERIFY, texts)]


def shoes() -> list[str]:
    """Return shoes of every preset, of one deck that runs empty repeatedly, of infinite decks, and of random rules."""
    short = replace(PRESETS["friendly"], seats=2)
    infinite = replace(PRESETS["live"], decks="infinite")
    texts = [text_of_shoe(name, rules, 60, cancel=[2]) for name, rules in PRESETS.items()]
    texts += [text_of_shoe("short", short, 30), text_of_shoe("infinite", infinite, 20)]
    return [*texts, *(text_of_shoe(f"any {n}", any_rules(n), 8, cancel=[4]) for n in range(20))]


def any_rules(number: int) -> Rules:
    source = chance(number)
    return some_rules(
        source,
        decks=source.choice([1, 2, 8]),
        reshuffle=source.choice(["at_penetration", "every_round", "when_empty"]),
        penetration=source.choice([0.1, 0.29, 0.5, 0.95]),
        burn_cards=source.choice([0, 1, 10]),
        player_cut=source.random() < 0.5,
    )


@pytest.fixture(scope="module")
def short_shoes() -> list[str]:
    """Documents small enough for many changes."""
    ligalo, floor = PRESETS["ligalo"], PRESETS["casino_floor"]
    return [
        text_of_shoe("ligalo", replace(ligalo, penetration=0.1), 3),
        text_of_shoe("burned", replace(floor, decks=2), 2, cancel=[2]),
        text_of_shoe("sides", replace(PRESETS["live"], decks=1), 2),
        text_of_shoe("early", replace(floor, insurance="half", decks=1, seats=1), 3),
    ]


def test_whole_shoes_verify_line_by_line_as_on_the_command_line(modules: Page) -> None:
    texts = shoes()
    own = [lines_of(text) for text in texts]

    assert all(lines is not None and lines[-1]["passed"] for lines in own)
    assert modules.evaluate(VERIFY, texts) == own


def test_a_changed_byte_is_found_and_named_alike(modules: Page, short_shoes: list[str]) -> None:
    source = chance(1)
    texts = [_other_byte(source, source.choice(short_shoes)) for _ in range(CHANGES)]
    own = [lines_of(text) for text in texts]

    assert not any(lines is not None and lines[-1]["passed"] for lines in own)
    assert_alike(modules, texts, own)


def test_a_changed_value_under_a_new_digest_is_judged_alike(
    modules: Page, short_shoes: list[str]
) -> None:
    source = chance(2)
    documents = [json.loads(source.choice(short_shoes)) for _ in range(CHANGES)]
    texts = [resealed(change_value(source, document)) for document in documents]

    own = [lines_of(text) for text in texts]

    names = {lines[-1]["line"].split(": ")[1] for lines in own if lines}
    assert {"burned cards", "round 1", "round 1, settlement", "rest", "commitment"} <= names
    assert_alike(modules, texts, own)


def assert_alike(modules: Page, texts: list[str], own: list[Any]) -> None:
    found = browser_verdicts(modules, texts)
    for text, seen, lines in zip(texts, found, own, strict=True):
        assert seen == verdict(lines), text


def _other_byte(source: Chance, text: str) -> str:
    place = source.randrange(len(text))
    sign = source.choice([sign for sign in SIGNS if sign != text[place]])
    return text[:place] + sign + text[place + 1 :]


def change_value(source: Chance, value: Any) -> Any:
    """Return the value with something inside it replaced, removed, duplicated or reordered."""
    if not isinstance(value, (dict, list)) or not value:
        return source.choice(VALUES)
    place = source.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if source.random() < 0.85:
        value[place] = change_value(source, value[place])
    elif isinstance(value, dict):
        del value[place]
    else:
        source.choice(REORDERED)(value, place)
    return value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "null", "[]", "{}", "{", '{"a":1,"a":1}', '"\\ud800"', "01", "1.", "+1", "NaN",
        "-Infinity", "1e400", "[1,]", '{"a":1,}', "'a'", '"\t"', "[" * 5000, "\ufeff{}", "1" * 5000,
    ],
)  # fmt: skip
def test_both_refuse_a_malformed_transcript(modules: Page, text: str) -> None:
    assert lines_of(text) is None
    assert browser_verdicts(modules, [text]) == ["not a transcript"]


def _put(document: Any, *path: Any) -> None:
    *way, key, value = path
    for step in way:
        document = document[step]
    document[key] = value


@pytest.mark.parametrize(
    "path",
    [
        ("rounds", 0, "bets", 0, "stake", {"of": "10"}),
        ("rounds", 0, "bets", 0, "stake", [{}]),
        ("rounds", 0, "settlement", "dealer", "total", "TOO MUCH"),
        ("rounds", 0, "settlement", "dealer", "cards", ["TOO MUCH"]),
    ],
    ids=str,
)  # fmt: skip
def test_an_odd_value_is_judged_by_both(
    modules: Page, short_shoes: list[str], path: tuple[Any, ...]
) -> None:
    document = json.loads(short_shoes[0])
    _put(document, *path)
    text = canonical_json(document).replace('"TOO MUCH"', "1e400")
    assert_alike(modules, [text], [lines_of(text)])


def test_invalid_utf_8_is_refused(modules: Page) -> None:
    refused = modules.evaluate(
        """async () => {
          const { verify } = await import("/static/js/verify/transcript.js");
          try {
            await verify(new Uint8Array([0x7b, 0xff, 0x7d])).next();
          } catch (error) {
            return error.message;
          }
        }"""
    )

    assert refused == "document: not JSON (the bytes are no UTF-8)"


NUMBERS = "0.75 0.1 1.0 -0.0 100.5 1e16 123456789012345680.0 1e-4 0.00001 1.5e-7 1e22 5e-324 0.29"
TEXTS = ["é ñ \u2028", 'a"b\\c/', "\b\f\n\r\t\x00\x1f\x7f", "🂡", "𐀀\uffff"]


def test_canonical_text_is_the_library_s(modules: Page) -> None:
    value = {
        "numbers": json.loads(f"[{NUMBERS.replace(' ', ',')},0,-0,12345678901234567890]"),
        "texts": TEXTS,
        "\uffff": 1, "🂡": 2, "é": 3, "10": 4, "9": 5, "": [], "__proto__": {},
    }  # fmt: skip

    found = modules.evaluate(
        """async (text) => {
          const { readJson } = await import("/static/js/verify/reading.js");
          const { canonicalJson } = await import("/static/js/verify/canonical.js");
          return canonicalJson(readJson(text));
        }""",
        json.dumps(value, indent=1),
    )

    assert found == canonical_json(value)


def test_a_whole_shoe_of_six_decks_is_verified(modules: Page) -> None:
    text = text_of_shoe("whole", PRESETS["ligalo"], 80)

    cards = modules.evaluate(
        """async (text) => {
          const { verify } = await import("/static/js/verify/transcript.js");
          for await (const check of verify(text)) if (!check.passed) throw new Error(check);
          const { rounds, rest } = JSON.parse(text);
          return [...rounds, rest].reduce((sum, part) => sum + part.cards.length, 0);
        }""",
        text,
    )

    assert cards == 312
