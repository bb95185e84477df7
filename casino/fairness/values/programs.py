"""Programs that decrypt the seeds of open shoes: web and workers, and few commands. Everything else is an incident (INT2)."""

import sys
from pathlib import Path
from typing import Final

_DEALING: Final = frozenset(
    {
        "after_restore",  # it retires shoes
        "deal_tables",
        "runserver",
        *("demo", "demo_history", "demo_traffic", "seed_history"),
    }
)
_BY_HAND: Final = frozenset({"", "-"})


def name_foreign_program() -> str:
    """Return the name of this program if it is a shell, or a command that does not deal; else ""."""
    program, *rest = sys.argv or [""]
    if program in _BY_HAND:
        return "python"
    if Path(program).name != "manage.py":
        return ""
    command = rest[0] if rest else "manage.py"
    return "" if command in _DEALING else command
