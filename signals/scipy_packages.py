"""scipy's large packages, loaded at their first use: processes that only read words of signals stay small."""

from importlib import import_module
from typing import Any, Final


class _Package:
    """A package whose import waits for its first attribute."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


stats: Final[Any] = _Package("scipy.stats")
optimize: Final[Any] = _Package("scipy.optimize")
sparse: Final[Any] = _Package("scipy.sparse")
csgraph: Final[Any] = _Package("scipy.sparse.csgraph")
