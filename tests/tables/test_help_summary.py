"""Summary of a help page: at most ten lines, each derived from the rules."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.words.help.summary import summarize_rules


def told(rules: Rules) -> str:
    with translation.override("en"):
        return "\n".join(summarize_rules(rules))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_summary_has_at_most_ten_lines(name: str, language: str) -> None:
    with translation.override(language):
        lines = summarize_rules(PRESETS[name])
    assert 6 <= len(lines) <= 10
    assert max(map(len, lines)) < 160


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"blackjack_pays": "6:5"}, "pays 6 to 5"),
        ({"naturals": False, "insurance": "none"}, "no blackjack bonus"),
        ({"soft_17": "hit"}, "and on a soft 17"),
        ({"soft_17": "stand"}, "stands on every 17"),
        ({"double_on": "9-11"}, "worth 9, 10 or 11"),
        ({"max_splits": 1, "max_ace_splits": 1}, "up to 2 hands"),
        ({"split_by": "rank"}, "play a pair"),
        ({"surrender": "early_vs_non_ace"}, "against an ace only after"),
        ({"decks": 2}, "2 decks"),
    ],
)
def test_each_line_follows_the_rules(changes: dict[str, Any], line: str) -> None:
    rules = PRESETS["ligalo"]
    other: dict[str, Any] = {"soft_17": "stand" if changes.get("soft_17") == "hit" else "hit"}
    assert line not in told(replace(rules, **other) if "soft_17" in changes else rules)
    assert line in told(replace(rules, **changes))


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"surrender": "none"}, "Surrender"),
        ({"insurance": "none"}, "Insurance"),
        ({"double_on": "never"}, "Double"),
        ({"max_splits": 0, "max_ace_splits": 0}, "Split"),
    ],
)
def test_the_summary_omits_what_the_table_does_not_offer(
    changes: dict[str, Any], word: str
) -> None:
    assert word in told(PRESETS["ligalo"])
    assert word not in told(replace(PRESETS["ligalo"], **changes))
