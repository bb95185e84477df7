"""Switches that stop play, and the advisory lock that orders bets and stops."""

from typing import Final

from django.db.models import BooleanField, Exists, Func, Q, QuerySet, Subquery

from pages.names import select_name
from tables.models import House, RuleSet, Switching, Table

TAKING_BETS: Final = 0x4C696770
"""Advisory lock: bets share it, stopping play takes it exclusively. A bet reads the switches under the lock, so a committed stop
applies to every later bet."""

_GATES: Final = ("restores_is_open", "builds_is_open")
"""Functions of the database, each of which has to say that play is open."""


def house_stopped_subquery() -> Exists:
    """Return a subquery: whether all play is stopped: by staff, after a restore, or by a build that nobody accepted."""
    return Exists(_stopped_house())


def is_house_stopped() -> bool:
    """Return whether all play is stopped: by staff, after a restore, or by a build that nobody accepted. One query."""
    return _stopped_house().exists()


def _stopped_house() -> QuerySet[House]:
    gates = [Func(function=name, output_field=BooleanField()) for name in _GATES]
    return House.objects.filter(Q(stopped=True) | ~Q(*gates))


def newest_switching_subquery() -> Subquery:
    """Return a subquery: the id of the newest switching, players' left out; null before the first."""
    return Subquery(_shown_at_tables()[:1])


def newest_switching_number() -> int:
    """Return the same as a value, 0 before the first. One query."""
    return _shown_at_tables().first() or 0


def _shown_at_tables() -> QuerySet[Switching, int]:
    shown = Switching.objects.exclude(what=Switching.What.PLAYER)
    return shown.order_by("-pk").values_list("pk", flat=True)


def stopped_rule_sets() -> list[RuleSet]:
    """Return stopped rule sets, by name. One query."""
    return list(RuleSet.objects.filter(stopped=True).order_by(select_name()))


def tables_with_stopped_boxes() -> list[Table]:
    """Return tables with stopped boxes, by name. One query."""
    return list(Table.objects.exclude(stopped_boxes=[]).order_by(select_name()))
