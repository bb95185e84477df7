import ast
from pathlib import Path

import blackjack

FORBIDDEN = {"django", "celery", "random", "secrets", "time", "datetime", "uuid", "asyncio"}
HOUSE = {
    "accounts",
    "approvals",
    "casino",
    "config",
    "cases",
    "detection",
    "journal",
    "limits",
    "pages",
    "profiles",
    "restores",
    "tables",
    "tools",
    "wallet",
}


def imported(source: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_the_library_knows_no_framework_no_clock_and_no_chance() -> None:
    sources = sorted(Path(blackjack.__path__[0]).rglob("*.py"))
    assert len(sources) > 20
    for source in sources:
        assert not imported(source) & (FORBIDDEN | HOUSE), source.name


def test_no_branch_knows_a_preset_by_name() -> None:
    for source in Path(blackjack.__path__[0]).rglob("*.py"):
        if source.name != "presets.py":
            for preset in ("ligalo", "atlantic_city", "casino_floor", '"live"', "friendly"):
                assert preset not in source.read_text(), source.name
