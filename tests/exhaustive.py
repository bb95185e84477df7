"""Parameters and example counts of exhaustive tests: a sample for `make test`, all for `make test-all`."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import hypothesis
import pytest
from _pytest.mark import ParameterSet

Value = TypeVar("Value")


def slow_but(values: Iterable[Value], quick: Callable[[Value], bool]) -> list[Any]:
    """Return all values, marking as slow those for which `quick` is false."""
    return [one if quick(one) else _slow(one) for one in values]


def slow_but_every(number: int, values: Iterable[Value]) -> list[Any]:
    """Return all values, marking as slow all except every `number`-th, starting with the first."""
    return [one if place % number == 0 else _slow(one) for place, one in enumerate(values)]


def examples(number: int) -> int:
    """Return the number of random examples: `number` for `make test-all`, a fifth (at least 5) for `make test`."""
    everything = hypothesis.settings.get_current_profile_name() == "random"
    return number if everything else max(number // 5, 5)


def _slow(value: object) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=(*value.marks, pytest.mark.slow), id=value.id)
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
