"""Fields in which rules differ, in general and for a player at a private table."""

from dataclasses import replace
from typing import Final

from blackjack.rules import FIELDS, Rules, RulesError

OF_SHARED_TABLES: Final = frozenset(
    {
        "bettors_per_seat",
        "turn_seconds",
        "betting_seconds",
        "intermission_seconds",
        "on_turn_timeout",
    }
)
_BOXES_ASKED: Final = frozenset({"seats", "seats_per_player"})


def changed_fields(before: Rules, after: Rules) -> set[str]:
    """Return the names of the fields that differ."""
    return {name for name in FIELDS if getattr(before, name) != getattr(after, name)}


def apply_change(before: Rules, after: Rules, name: str) -> Rules:
    """Return `before` with this field of `after` alone; a hole card and its peek only change together."""
    try:
        return replace(before, **{name: getattr(after, name)})
    except RulesError:
        return replace(before, hole_card=after.hole_card, peek=after.peek)


def changed_for_player(before: Rules, after: Rules) -> set[str]:
    """Return the differing fields a player notices at a private table, where clocks and other players' boxes don't matter."""
    changed = changed_fields(before, after) - OF_SHARED_TABLES
    return changed - _BOXES_ASKED if _own_boxes(before) == _own_boxes(after) else changed


def _own_boxes(rules: Rules) -> int:
    return min(rules.seats, rules.seats_per_player)
