"""A refusal leaves rules, tables, limits and the journal as they were."""

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
    """All that a refusal must leave as it was."""
    small = (VersionStep, LimitSet, LimitDecision, TableChange, TableChangeDecision)
    return (
        list(RuleSet.objects.order_by("pk").values()),
        list(RuleSetVersion.objects.order_by("pk").values()),
        list(Table.objects.order_by("pk").values()),
        [model._default_manager.count() for model in small],
        Event.objects.exclude(kind="staff_refused").count(),  # a page's refusal is noted
    )


def refused(error: type[Exception], act: Callable[[], object]) -> Any:
    """The error, with nothing changed."""
    before = everything()
    with pytest.raises(error) as caught:
        act()
    assert everything() == before
    return caught.value
