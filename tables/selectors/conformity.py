"""What the licence's profile contradicts in tables and versions. Real money is judged by the rules and their returns.

Play money is judged only where the profile asks that free play has the rules of a real-money table; laboratory tables are no
free play.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import QuerySet

from blackjack.rules import Rules
from profiles.selectors.in_force import profile_in_force
from profiles.values.fields import ProfileValues
from tables.models import Mathematics, MoneyKind, RuleSetVersion, Table
from tables.refusals import ProfileContradicted
from tables.selectors.returns import list_returns
from tables.selectors.tables import (
    KNOWN,
    find_mathematics,
    find_rule_set_tables,
    load_mathematics_by_digest,
)
from tables.values.conformity import (
    Contradiction,
    find_return_contradictions,
    find_rule_contradictions,
    fit_rules,
)

Contradictions = tuple[Contradiction, ...]


def load_contradictions(
    tables: Iterable[Table], at: datetime | None = None
) -> dict[int, Contradictions]:
    """Return what each table contradicts, by id; tables that contradict nothing are left out. Two queries at most."""
    profile, asked = profile_in_force(at=at), list(tables)
    real = [table for table in asked if not table.is_play_money]
    known = load_mathematics_by_digest(table.version for table in real) if real else {}
    found = {
        table.pk: tuple(
            _of_real(
                table.version, known.get(table.version.rules_hash), profile, live=table.is_live
            )
        )
        for table in real
    }
    free = [table for table in asked if table.is_play_money and not table.is_laboratory]
    found |= {table.pk: _of_play(table.version) for table in free if profile.free_play_equals_real}
    return {pk: contradictions for pk, contradictions in found.items() if contradictions}


def require_conformity(table: Table) -> None:
    """Raise ProfileContradicted if the profile in force does not allow the table's rules."""
    found = load_contradictions([table])
    if found:
        raise ProfileContradicted(found[table.pk])


def find_version_contradictions(version: RuleSetVersion) -> Contradictions:
    """Return what a version contradicts, at a live table if its rule set has one. Three queries at most."""
    profile, family = profile_in_force(), version.rule_set
    tables = find_rule_set_tables(family.pk)
    if not family.is_play_money:
        live = tables.filter(kind=Table.Kind.LIVE).exists()
        return tuple(_of_real(version, find_mathematics(version), profile, live=live))
    if not profile.free_play_equals_real or _is_of_laboratories(version):
        return ()
    return _of_play(version)


def require_version_conformity(version: RuleSetVersion) -> None:
    """Raise ProfileContradicted if the profile in force does not allow the version's rules."""
    if found := find_version_contradictions(version):
        raise ProfileContradicted(found)


def fit_version(version: RuleSetVersion) -> Rules:
    """Return the version's rules as the profile in force allows them; the same if it does, or if only returns contradict it."""
    profile = profile_in_force()
    if not version.rule_set.is_play_money:
        return fit_rules(version.rules, profile)
    if not find_version_contradictions(version):
        return version.rules
    twin = _real_tables().order_by("pk").first()
    return version.rules if twin is None else fit_rules(twin.version.rules, profile)


def _is_of_laboratories(version: RuleSetVersion) -> bool:
    kinds = set(find_rule_set_tables(version.rule_set_id).values_list("is_laboratory", flat=True))
    return kinds == {True}


def _of_real(
    version: RuleSetVersion,
    mathematics: Mathematics | None,
    profile: ProfileValues,
    *,
    live: bool,
) -> Iterator[Contradiction]:
    yield from find_rule_contradictions(version.rules, profile, live=live)
    if mathematics is not None and mathematics.is_current:
        returns = [(one.bet, one.rtp) for one in list_returns(mathematics)]
        yield from find_return_contradictions(returns, profile)


def _of_play(version: RuleSetVersion) -> Contradictions:
    if _real_tables().filter(version__rules_hash=version.rules_hash).exists():
        return ()
    return (Contradiction("free_play_equals_real", "true", "false"),)


def _real_tables() -> QuerySet[Table]:
    real = Table.objects.filter(status__in=KNOWN, version__rule_set__money=MoneyKind.REAL)
    return real.select_related("version__rule_set")
