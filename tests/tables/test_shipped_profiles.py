"""Each shipped profile has a version of each preset that opens."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from math import inf
from typing import Any

import pytest

from blackjack.analysis.result import analyse
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from profiles.selectors import in_force
from profiles.selectors.in_force import complete_values
from profiles.values.profile_files import NAMES, read_shipped
from tables.models import Table
from tables.selectors.house_tables import HOUSE_TABLES, LIVE_TABLES
from tables.services import opening
from tables.services.founding import ensure_table
from tests.fixtures.profiles import founded_version
from tests.tables.house import manager, operator, with_mathematics

TABLES = {**HOUSE_TABLES, **LIVE_TABLES}


@cache
def returns_of(rules: Rules) -> dict[str, Any]:
    return analyse(rules).to_dict()


@pytest.mark.empty
@pytest.mark.database
@pytest.mark.parametrize("name", NAMES)
def test_each_preset_has_a_version_that_opens(name: str) -> None:
    read = read_shipped(name, datetime.now(UTC).date())
    shipped = replace(
        founded_version(), digest=name, name=name, values=complete_values(read.values)
    )
    in_force.keep_versions((shipped,), seconds=inf)
    for house in TABLES.values():
        table = ensure_table(house, operator(), manager())
        with_mathematics(table.version.rules, **returns_of(table.version.rules))
        after = opening.open_table(table.pk, reason="good morning", acting_user=operator())
        assert after.status == Table.Status.OPEN


def test_most_presets_need_no_change() -> None:
    """The derived versions change what the profile asks for, and nothing else."""
    in_force.keep_versions((founded_version(),), seconds=inf)
    profile = in_force.profile_in_force()
    assert all(one.as_allowed(profile).rules == one.rules for one in TABLES.values())
    strict = replace(profile, absent_play="hit_or_stand", split_loses_original_only=True)
    changed = {
        slug: {
            field
            for field, value in one.as_allowed(strict).rules.to_dict().items()
            if value != one.rules.to_dict()[field]
        }
        for slug, one in HOUSE_TABLES.items()
    }
    assert changed == {
        "ligalo": {"on_absence"},
        "atlantic-city": set(),
        "casino-floor": {"dealer_blackjack_takes", "surrender"},
        "live": {"dealer_blackjack_takes"},
        "friendly": set(),
    }
    assert {one.rules for one in HOUSE_TABLES.values()} == set(PRESETS.values())
