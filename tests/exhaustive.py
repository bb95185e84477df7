"""Parameters and random examples of exhaustive tests: `make test` takes some of them, `make test-all` takes all."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import hypothesis
import pytest
from _pytest.mark import ParameterSet

Value = TypeVar("Value")


def slow_but(values: Iterable[Value], quick: Callable[[Value], bool]) -> list[Any]:
    """All of them; those that are not quick are marked slow."""
    return [one if quick(one) else _slow(one) for one in values]


def slow_but_every(number: int, values: Iterable[Value]) -> list[Any]:
    """All of them; but for the first of so many, they are marked slow."""
    return [one if place % number == 0 else _slow(one) for place, one in enumerate(values)]


def examples(number: int) -> int:
    """How many random examples a test tries: `number` in `make test-all`, a fifth of them in `make test`."""
    everything = hypothesis.settings.get_current_profile_name() == "random"
    return number if everything else max(number // 5, 5)


def _slow(value: object) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=(*value.marks, pytest.mark.slow), id=value.id)
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
