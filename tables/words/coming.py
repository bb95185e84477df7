"""Announcements of scheduled rules, for the players of the tables that will play them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.models import Mathematics, RuleSetVersion, Table
from tables.selectors.scheduled import scheduled_versions, tables_with_versions
from tables.selectors.tables import mathematics_of_each
from tables.words.help.worth import format_percent
from tables.words.rule_fields import Difference, player_differences


@dataclass(frozen=True, slots=True)
class Coming:
    """A table's next rules: start, differences from the present ones, and both RTPs ("" until computed)."""

    table: str
    at: datetime
    differences: Sequence[Difference]
    rtp_before: str = ""
    rtp_after: str = ""


def coming_rules(slug: str | None = None) -> list[Coming]:
    """Return the coming rules of one table, or of every open one, next first, without changes that players don't notice.

    One query, and two more if something is scheduled.
    """
    versions = list(scheduled_versions())
    if not versions:
        return []
    tables = tables_with_versions(slug)
    known = mathematics_of_each([*versions, *(table.version for table in tables)])
    found = [
        _coming(table, version, version.effective_at, known)
        for version in versions
        for table in tables
        if table.version.rule_set_id == version.rule_set_id
    ]
    return [one for one in found if one.differences]


def coming_at(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Coming]:
    """Return the coming rules of a table from the rows of `versions_to_come`."""
    found = [
        Coming(
            table.name,
            datetime.fromisoformat(row["at"]),
            player_differences(table.version.rules, RuleSetVersion(rules_json=row["rules"]).rules),
            *("" if rtp is None else format_percent(rtp) for rtp in (row["before"], row["after"])),
        )
        for row in rows
    ]
    return [one for one in found if one.differences]


def rtp_told(mathematics: Mathematics | None) -> str:
    """Return the RTP in percent; empty until computed."""
    if mathematics is None or not mathematics.is_current or not mathematics.result:
        return ""
    return format_percent(mathematics.result["rtp"])


def _coming(
    table: Table, version: RuleSetVersion, at: datetime, known: Mapping[str, Mathematics]
) -> Coming:
    before, after = (rtp_told(known.get(one.rules_hash)) for one in (table.version, version))
    return Coming(
        table.name, at, player_differences(table.version.rules, version.rules), before, after
    )
