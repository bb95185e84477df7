"""Each field of a profile is read by the product, or listed as kept anyway or as not applied."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from profiles.values.applied import ALWAYS_KEPT, NOT_APPLIED
from profiles.values.fields import FIELDS

ROOT: Final = Path(__file__).parents[2]
STATED: Final = ROOT / "profiles" / "values"
TOLD: Final = ROOT / "compliance" / "messages" / "selectors" / "profile_changes.py"
"""Lists the fields that players are told about."""
BY_KIND: Final = tuple(
    f"large_{kind}"
    for kind in ("deposit_usd", "withdrawal_usd", "deposits_day_usd", "withdrawals_day_usd")
)
"""Read by a name made of its kind (`wallet.cash.services.large_cash`)."""


def product_code() -> Iterator[ast.AST]:
    apps = [path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"]
    for app in apps:
        for path in app.rglob("*.py"):
            if path == TOLD:
                continue
            if (
                path.parent != STATED and "migrations" not in path.parts
            ) or path.name == "fields.py":
                yield ast.parse(path.read_text())


def read_names() -> set[str]:
    """Return every attribute that the product reads, and every text that may name one."""
    found = set(BY_KIND)
    for tree in product_code():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_each_field_is_read_or_listed() -> None:
    read = read_names()
    unread = {name for name in FIELDS if name not in read}
    assert unread == (ALWAYS_KEPT | NOT_APPLIED)
    assert not ALWAYS_KEPT & NOT_APPLIED
