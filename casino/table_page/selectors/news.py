"""Changes in a table's rules since the player's last round, shown before the next bet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from blackjack.rules import Rules
from casino.models import Round
from tables.models import RuleSetVersion, Table
from tables.words.rule_differences import Difference, find_player_differences


@dataclass(frozen=True, slots=True)
class RuleChanges:
    """Differences between the rules of the next shoe and of the last round. `running`: that round is in progress."""

    differences: Sequence[Difference]
    running: bool


def find_rule_changes(last: Round | None, table: Table, *, running: bool) -> RuleChanges | None:
    """Return the rule changes since the player's last round; None if there are none."""
    if last is None or last.version_id == table.version_id:
        return None
    found = find_player_differences(_rules(last.deal.rules_hash), table.version.rules)
    return RuleChanges(found, running) if found else None


@lru_cache(maxsize=256)
def _rules(digest: str) -> Rules:
    """Rules with this hash. They were played, so a version has them."""
    return RuleSetVersion.objects.filter(rules_hash=digest)[:1].get().rules
