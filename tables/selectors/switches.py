"""Switches, and the lock that orders bets and stops."""

from typing import Final

from django.db.models import Exists, QuerySet, Subquery

from tables.models import House, RuleSet, Switching, Table

TAKING_BETS: Final = 0x4C696770
"""An advisory lock: whoever takes a bet shares it until that is done, whoever stops play has it alone.

A bet reads the switches after it has the lock. So a stop that has committed stops every bet that had not been taken before.
"""


def house_stopped() -> Exists:
    """For a caller's own query: whether all play is stopped."""
    return Exists(House.objects.filter(stopped=True))


def is_house_stopped() -> bool:
    """Whether all play is stopped. One query."""
    return House.objects.filter(stopped=True).exists()


def newest_switching() -> Subquery:
    """For a caller's own query: the number of the newest use of a switch that tables show; null before the first."""
    return Subquery(_shown_at_tables()[:1])


def newest_switching_number() -> int:
    """The same as a value, 0 before the first. One query."""
    return _shown_at_tables().first() or 0


def _shown_at_tables() -> QuerySet[Switching, int]:
    shown = Switching.objects.exclude(what=Switching.What.PLAYER)
    return shown.order_by("-pk").values_list("pk", flat=True)


def stopped_rule_sets() -> list[RuleSet]:
    """By name. One query."""
    return list(RuleSet.objects.filter(stopped=True).order_by("name"))


def tables_with_stopped_boxes() -> list[Table]:
    """By name. One query."""
    return list(Table.objects.exclude(stopped_boxes=[]).order_by("name"))
