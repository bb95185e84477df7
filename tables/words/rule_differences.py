"""Fields in which two rule sets differ, in words."""

from dataclasses import dataclass

from blackjack.rules import Rules
from tables.values.rule_changes import changed_fields, changed_for_player
from tables.words.rule_fields import DESCRIBED, SIDES, Words, field_label, field_value


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which rules differ, with both values in words."""

    name: str
    label: Words
    before: str
    after: str


def find_differences(before: Rules, after: Rules) -> list[Difference]:
    """Return every field that differs, in the order of the groups."""
    return _differences(before, after, changed_fields(before, after))


def find_player_differences(before: Rules, after: Rules) -> list[Difference]:
    """Return the differences that a player notices at a private table."""
    return _differences(before, after, changed_for_player(before, after))


def _differences(before: Rules, after: Rules, changed: set[str]) -> list[Difference]:
    return [
        Difference(
            name,
            field_label(name),
            field_value(name, getattr(before, name)),
            field_value(name, getattr(after, name)),
        )
        for name in (*DESCRIBED, SIDES)
        if name in changed
    ]
