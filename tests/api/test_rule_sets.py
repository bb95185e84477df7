"""Published rules, returns and charts by the API."""

from datetime import timedelta
from typing import Any, Final

import pytest
from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import CODES, STANDS
from tables.models import Mathematics, Table
from tables.services import versions
from tests.api.calls import assert_problem, get, read
from tests.tables.house import an_open_table, operator, play_by, scheduled, with_mathematics

pytestmark = pytest.mark.database
OTHER: Final = Rules(decks=8, soft_17="stand")
PARTS: Final = ("", "/returns", "/chart")
RESULT: Final[dict[str, Any]] = {
    "rtp": 0.9962,
    "rtp_total_dependent": 0.9961,
    "house_edge": 0.0039,
    "average_wager": 1.13,
    "standard_deviation": 1.15,
    "max_payout": 16.0,
    "insurance": {"rtp": 0.92, "hit_frequency": 0.307, "outcomes": {"win": 0.307}},
    "side_bets": {},
}


def computed(table: Table) -> Mathematics:
    """Return the mathematics of the table's rules, with a chart that always stands."""
    row = with_mathematics(table.version.rules, **RESULT)
    row.chart = STANDS.to_dict()
    row.save()
    return row


def test_rules_are_complete_and_have_their_hash() -> None:
    digest = an_open_table().version.rules_hash
    found = read(get(f"/rule-sets/{digest}"))
    assert Rules.from_dict(found["rules"]) == PRESETS["ligalo"]
    assert Rules.from_dict(found["rules"]).digest == found["hash"] == digest
    assert "3:2" in found["summary"]


def test_rules_that_are_not_published_are_not_found() -> None:
    family = an_open_table().version.rule_set_id
    draft = versions.create_draft(family, OTHER, acting_user=operator())
    with_mathematics(OTHER, **RESULT)
    for _ in ("draft", "proposed"):
        for part in PARTS:
            assert_problem(get(f"/rule-sets/{OTHER.digest}{part}"), 404, "not_found")
        if draft.state == "draft":
            draft = versions.propose_version(draft.pk, reason="tests", acting_user=operator())
    assert draft.state == "proposed"


def test_announced_and_retired_rules_are_found() -> None:
    table = an_open_table()
    scheduled(table, OTHER, timezone.now() + timedelta(days=1))
    assert read(get(f"/rule-sets/{OTHER.digest}"))["hash"] == OTHER.digest
    before = table.version.rules_hash
    play_by(table, Rules(decks=4))
    assert read(get(f"/rule-sets/{before}"))["hash"] == before


def test_returns_and_chart_wait_for_the_computation() -> None:
    digest = an_open_table().version.rules_hash
    for part in PARTS[1:]:
        assert_problem(get(f"/rule-sets/{digest}{part}"), 409, "mathematics_pending")


def test_returns_are_the_computed_ones() -> None:
    table = an_open_table()
    row = computed(table)
    found = read(get(f"/rule-sets/{table.version.rules_hash}/returns"))
    assert found == {**RESULT, "library_version": row.library_version}


def test_the_chart_explains_its_codes() -> None:
    table = an_open_table()
    computed(table)
    found = read(get(f"/rule-sets/{table.version.rules_hash}/chart"))
    assert found == {**STANDS.to_dict(), "codes": {"S": list(CODES["S"])}}


@pytest.mark.parametrize("text", ["0" * 64, "%00", "x", "0" * 200])
def test_what_is_no_hash_of_rules_is_not_found(text: str) -> None:
    assert_problem(get(f"/rule-sets/{text}"), 404, "not_found")
