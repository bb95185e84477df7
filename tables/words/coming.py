"""Announcements of scheduled rules, for the players of the tables that will play them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.models import Mathematics, RuleSetVersion, Table
from tables.selectors.returns import find_hand_return
from tables.selectors.scheduled import scheduled_versions, tables_with_versions
from tables.selectors.tables import load_mathematics_by_digest
from tables.words.help.worth import format_percent
from tables.words.rule_differences import Difference, find_player_differences


@dataclass(frozen=True, slots=True)
class ComingRules:
    """A table's next rules: start, differences from the present ones, and both RTPs ("" until computed)."""

    table: str
    at: datetime
    differences: Sequence[Difference]
    rtp_before: str = ""
    rtp_after: str = ""


def coming_rules(slug: str | None = None) -> list[ComingRules]:
    """Return the coming rules of one table, or of every open one, next first, without changes that players don't notice.

    One query, and two more if something is scheduled.
    """
    versions = list(scheduled_versions())
    if not versions:
        return []
    tables = tables_with_versions(slug)
    known = load_mathematics_by_digest([*versions, *(table.version for table in tables)])
    found = [
        _coming(table, version, version.effective_at, known)
        for version in versions
        for table in tables
        if table.version.rule_set_id == version.rule_set_id
    ]
    return [one for one in found if one.differences]


def build_coming_rules(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[ComingRules]:
    """Return the coming rules of a table from the rows of `scheduled_versions_subquery`."""
    found = [
        ComingRules(
            table.display_name,
            datetime.fromisoformat(row["at"]),
            find_player_differences(
                table.version.rules, RuleSetVersion(rules_json=row["rules"]).rules
            ),
            *("" if rtp is None else format_percent(rtp) for rtp in (row["before"], row["after"])),
        )
        for row in rows
    ]
    return [one for one in found if one.differences]


def format_rtp(mathematics: Mathematics | None) -> str:
    """Return the RTP in percent; empty until computed."""
    rtp = find_hand_return(mathematics)
    return "" if rtp is None else format_percent(rtp)


def _coming(
    table: Table, version: RuleSetVersion, at: datetime, known: Mapping[str, Mathematics]
) -> ComingRules:
    before, after = (format_rtp(known.get(one.rules_hash)) for one in (table.version, version))
    return ComingRules(
        table.display_name,
        at,
        find_player_differences(table.version.rules, version.rules),
        before,
        after,
    )
