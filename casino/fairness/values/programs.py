"""Which program this process is, and whether it is one that deals: anything else that decrypts an open seed is an incident (INT2)."""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

_DEALING: Final = frozenset(
    {
        *("gunicorn", "celery", "config.streams"),
        *("manage.py deal_tables", "manage.py runserver"),
        "manage.py after_restore",  # it retires shoes
        *("manage.py demo", "manage.py demo_history", "manage.py demo_traffic"),
        "manage.py seed_history",
    }
)
_BY_HAND: Final = frozenset({"", "-", "-c"})


def name_program(argv: Sequence[str]) -> str:
    """Return "gunicorn" or "celery" of this installation, "manage.py shell", a module of the product, "python", or a path."""
    if not argv or argv[0] in _BY_HAND:
        return "python"
    path = Path(argv[0]).resolve()
    if path == settings.BASE_DIR / "manage.py":
        return " ".join(["manage.py", *argv[1:2]])
    if path.is_relative_to(installed := Path(sys.prefix).resolve()) and path != installed:
        return path.parent.name if path.name == "__main__.py" else path.stem
    if path.is_relative_to(settings.BASE_DIR):
        return ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
    return str(path)


def name_foreign_program() -> str:
    """Return the name of this program if it is none that deals; else ""."""
    name = _name_once(tuple(sys.argv), sys.prefix)
    known = name in _DEALING or name.split(".")[0] in settings.MORE_DEALING_PROGRAMS
    return "" if known else name


@cache
def _name_once(argv: tuple[str, ...], _prefix: str) -> str:
    """Return `name_program`, which resolves paths: every bet and decision asks twice."""
    return name_program(argv)
