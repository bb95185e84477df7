"""Published rules, returns and charts by the API."""

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import CODES, STANDS
from tables.models import RuleSetVersion, VersionState
from tests.api.calls import assert_problem, get, read
from tests.tables.house import an_open_table, with_mathematics

pytestmark = pytest.mark.database


def test_rules_are_complete_and_have_their_hash() -> None:
    table = an_open_table()
    digest = table.version.rules_hash
    found = read(get(f"/rule-sets/{digest}"))
    assert Rules.from_dict(found["rules"]) == PRESETS["ligalo"]
    assert Rules.from_dict(found["rules"]).digest == found["hash"] == digest
    assert "3:2" in found["summary"]


@pytest.mark.parametrize(
    "state",
    [VersionState.DRAFT, VersionState.PROPOSED, VersionState.APPROVED, VersionState.REFUSED],
)
def test_rules_that_are_not_published_are_not_found(state: VersionState) -> None:
    table = an_open_table()
    rules = Rules(decks=8, soft_17="stand")
    version = RuleSetVersion(
        rule_set=table.rule_set,
        number=900,
        rules_json=rules.to_dict(),
        rules_hash=rules.digest,
        created_by=table.version.created_by,
    )
    RuleSetVersion.objects.bulk_create([version])
    with_mathematics(rules)
    assert state not in (VersionState.ACTIVE, VersionState.RETIRED, VersionState.SCHEDULED)
    for part in ("", "/returns", "/chart"):
        assert_problem(get(f"/rule-sets/{rules.digest}{part}"), 404, "not_found")


def test_returns_and_chart_wait_for_the_computation() -> None:
    digest = an_open_table().version.rules_hash
    for part in ("returns", "chart"):
        assert_problem(get(f"/rule-sets/{digest}/{part}"), 409, "mathematics_pending")


def test_returns_are_the_computed_ones() -> None:
    table = an_open_table()
    row = with_mathematics(table.version.rules)
    found = read(get(f"/rule-sets/{table.version.rules_hash}/returns"))
    assert found["rtp"] == row.result["rtp"]
    assert found["library_version"] == row.library_version


def test_the_chart_explains_its_codes() -> None:
    table = an_open_table()
    with_mathematics(table.version.rules)
    found = read(get(f"/rule-sets/{table.version.rules_hash}/chart"))
    used = {code for row in found["rows"].values() for code in row}
    assert {code: list(CODES[code]) for code in used} == found["codes"]
    assert set(found["rows"]) == set(STANDS.to_dict()["rows"])


def test_a_hash_of_nothing_is_not_found() -> None:
    assert_problem(get(f"/rule-sets/{'0' * 64}"), 404, "not_found")
    assert_problem(get("/rule-sets/%00"), 404, "not_found")
