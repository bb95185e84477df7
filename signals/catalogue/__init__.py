"""All signals. A module here with a `SIGNAL` is a signal."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from signals.definition import Signal


def _load() -> Mapping[str, Signal[Any]]:
    names = sorted(module.name for module in iter_modules(__path__))
    found = [import_module(f"{__name__}.{name}").SIGNAL for name in names]
    return MappingProxyType({signal.id: signal for signal in found})


SIGNALS: Mapping[str, Signal[Any]] = _load()
"""Signals by id."""
