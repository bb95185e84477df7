"""Findings are stored without language and described in each."""

import pytest
from django.utils import translation

from journal.values.findings import make_finding, truncate_findings
from journal.words import findings
from journal.words.findings import describe_finding

FACTS = {
    "at": "2026-05-03T10:00:00.5+00:00",
    "bytes": 262144,
    "column": "max",
    "count": 3,
    "day": "2026-13-01",
    "error": "TimeoutError",
    "field": "decks",
    "file": "casino/fairness/selectors/dealing.py",
    "folder": "/copy",
    "head": "6 ab",
    "host": "rates.example",
    "line": "6 cd",
    "n": 4,
    "name": "wallet_entry: append_only",
    "part": "of a later release",  # a kind without words is shown as it is stored
    "profile": "profile version 3: nobody decided it",
    "row": 7,
    "rules": "ligalo 2",
    "seconds": 20,
    "source": "event",
    "table": "tables_table",
    "verb": "surrender",
    "where": "seats.1.returned: 5 ≠ 7",
    "why": "Permission denied",
}
WITHOUT_FACTS = {
    *("feed_without_day", "feed_without_dollar", "feed_rate_not_positive", "hole_card_not_shown"),
    "build_not_accepted",
    *("card_missing", "card_left_over", "decision_missing", "decision_left_over"),
}
# every code of the module
OWN = sorted(
    code for code, say in findings._FORMATTERS.items() if say.__module__ == findings.__name__
)


@pytest.mark.parametrize("code", OWN)
def test_each_finding_is_described_in_both_languages(code: str) -> None:
    one = make_finding(code, **FACTS)
    with translation.override("en"):
        english = describe_finding(one)
    with translation.override("es"):
        spanish = describe_finding(one)
    assert english != spanish
    assert "%" not in english + spanish
    shown = [str(value) for value in FACTS.values() if str(value) in english]
    assert shown or code in WITHOUT_FACTS
    assert [value for value in shown if value not in spanish] in ([], ["event"])


def test_an_unknown_finding_code_shows_its_facts() -> None:
    assert (
        describe_finding(make_finding("of_yesterday", file="a.py"))
        == "code: of_yesterday, file: a.py"
    )
    assert describe_finding("a.py: changed") == "a.py: changed"


@pytest.mark.parametrize(
    ("most", "kept"), [(3, ["0", "1", "2"]), (2, ["0", "1", "and 1 more"])], ids=["all", "cut"]
)
def test_long_findings_keep_the_first_and_a_count(most: int, kept: list[str]) -> None:
    found = [make_finding("head_unwritten", n=n) for n in range(3)]
    with translation.override("en"):
        said = [describe_finding(one) for one in truncate_findings(found, most)]
    assert [one.removeprefix("head ").removesuffix(_REST) for one in said] == kept


_REST = ": in no file as the database has it"
