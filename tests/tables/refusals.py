"""Assertion that a refusal leaves rules, tables, limits and the journal unchanged."""

from collections.abc import Callable
from typing import Any

import pytest

from journal.models import Event
from limits.models import LimitDecision, LimitSet
from tables.models import (
    RuleSet,
    RuleSetVersion,
    Table,
    TableChange,
    TableChangeDecision,
    VersionStep,
)


def everything() -> tuple[Any, ...]:
    """Return a snapshot of everything that a refusal must not change."""
    small = (VersionStep, LimitSet, LimitDecision, TableChange, TableChangeDecision)
    return (
        list(RuleSet.objects.order_by("pk").values()),
        list(RuleSetVersion.objects.order_by("pk").values()),
        list(Table.objects.order_by("pk").values()),
        [model._default_manager.count() for model in small],
        Event.objects.exclude(kind="staff_refused").count(),  # a page's refusal is itself an event
    )


def refused(error: type[Exception], act: Callable[[], object]) -> Any:
    """Return the expected error, asserting that nothing changed."""
    before = everything()
    with pytest.raises(error) as caught:
        act()
    assert everything() == before
    return caught.value
