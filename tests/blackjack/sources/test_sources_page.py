"""`docs/sources.md` names what exists, and each statement that it calls tested has its examples."""

from __future__ import annotations

import pytest

from tests.blackjack.sources.page import PAGE, exists, ids_named_by_examples, problems, rows_of

TEXT = PAGE.read_text()
EXAMPLES = ids_named_by_examples()


def test_the_page_is_right() -> None:
    assert problems(TEXT, EXAMPLES) == []


def test_every_document_is_on_the_page() -> None:
    documents = [row.statement[:3] for row in rows_of(TEXT)]
    assert {document: documents.count(document) > 40 for document in documents} == {
        f"00{number}": True for number in range(5)
    }


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("`ligalo.decks = 6`", "`ligalo.decks = 8`", "ligalo.decks = 8: does not exist"),
        ("`ligalo.decks = 6`", "`ligalo.deck = 6`", "ligalo.deck = 6: does not exist"),
        ("`ligalo.hit_split_aces = true`", "`ligalo.hit_split_aces = 1`", "ligalo.hit_split_aces = 1: does not exist"),
        ("`live.charlie = 10`", "`charlie`", "live.charlie: is nowhere on the page"),
        ("`inverted`", "a field", "inverted: is nowhere on the page"),
        ("`blackjack.dealer.draws`", "`blackjack.dealer.draw`", "blackjack.dealer.draw: does not exist"),
        ("`casino.limits.services.pace.check_pace`", "`casino.pac.check_pace`", "casino.pac.check_pace: does not exist"),
        ("::test_a_closed_table_takes_no_bet`", "::test_a_closed_table`", "test_a_closed_table: does not exist"),
        ("`static/js/chips.js`", "`static/js/chip.js`", "static/js/chip.js: does not exist"),
        ("| 000-1.2 |", "| 000-1.1a |", "000-1.1a: stands there twice"),
        ("| 000-1.2 |", "| 000-1.2 extra |", "000-1.2 extra: is no id"),
        ("| 000-1.2 |", "| 000-1.99 |", "000-1.99: has no example"),
        ("| 000-1.2 |", "| 000-1.99 |", "000-1.2: is not listed as tested"),
        ("`blackjack.deal.Deal.play` | tested |", "`blackjack.deal.Deal.play` | done |", "'done' is no kind"),
        ("`ligalo.surrender = late` | tested |", "the engine | tested |", "nothing is named that carries it"),
        ("`tests/blackjack/sources/`", "`tests/blackjack/source/`", "tests/blackjack/source/: does not exist"),
        ("## Beyond", "| *more tables* |\n\n## Beyond", "more tables: is no part that is waited for"),
        ("`ligalo.surrender = late` | tested |", "`ligalo.surrender = late` | not yet |", "000-4.5a: no part brings it"),
        ("| tested, differs |", "| tested |", "differences: ['000-3.6']"),
    ],
)  # fmt: skip
def test_errors_on_the_page_are_found(old: str, new: str, problem: str) -> None:
    spoiled = TEXT.replace(old, new, 1)
    assert spoiled != TEXT
    assert any(problem in found for found in problems(spoiled, EXAMPLES))


def test_an_example_in_the_wrong_module_is_found() -> None:
    moved = {**EXAMPLES, "test_source_001_atlantic_city": frozenset({"000-1.2"})}
    assert "000-1.2: does not belong in test_source_001_atlantic_city" in problems(TEXT, moved)


@pytest.mark.parametrize(
    "span",
    ["os.path", "soft17", "ligalo.soft_17 = stand", "decks = 9", "ligalo = 6", "blackjack", "tests/x.py::test_y", "S9-1.1"],
)  # fmt: skip
def test_references_to_missing_tests_are_reported(span: str) -> None:
    assert not exists(span)
