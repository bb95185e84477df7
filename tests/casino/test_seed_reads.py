"""A program that does not deal leaves an event when it decrypts the seed of an open shoe, whatever becomes of its transaction."""

import ast
import os
import sys
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.db import transaction
from pytest_django import Settings

from casino.fairness.selectors.dealing import load_shoe_before, unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose, unseal_seed
from casino.fairness.values.programs import name_foreign_program
from casino.models import Shoe
from journal.models import Event, EventKind
from tests.casino import scenes

INSTALLED: Final = Path(sys.prefix) / "lib" / "site-packages"
HOUSE: Final = settings.BASE_DIR
FOREIGN: Final = [
    ([""], "python"),
    (["-c"], "python"),
    (["manage.py", "shell"], "manage.py shell"),
    (["manage.py", "check_ledger"], "manage.py check_ledger"),
    (["/srv/own/peek.py"], "/srv/own/peek.py"),
    (["/srv/own/gunicorn"], "/srv/own/gunicorn"),
    ([str(INSTALLED / "pytest" / "__main__.py")], "pytest"),
    ([str(HOUSE / "tools" / "peek.py")], "tools.peek"),
]
DEALING: Final = [
    ["manage.py", "deal_tables"],
    [str(HOUSE / "manage.py"), "after_restore", "--since", "x"],
    [str(INSTALLED / "gunicorn" / "__main__.py"), "config.wsgi"],
    [str(Path(sys.prefix) / "bin" / "celery"), "worker"],
    [str(HOUSE / "config" / "streams.py")],
]


@pytest.fixture(autouse=True)
def production(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MORE_DEALING_PROGRAMS = ()
    monkeypatch.setattr(sys, "argv", DEALING[0])
    monkeypatch.chdir(HOUSE)


def reads() -> list[tuple[str, dict[str, object]]]:
    kind = EventKind.SEED_READ_OUTSIDE_DEALING.value
    return list(Event.objects.filter(kind=kind).order_by("pk").values_list("subject", "data"))


def open_shoe() -> Shoe:
    return scenes.deal(scenes.ordinary).deal.shoe


@pytest.mark.parametrize(("argv", "program"), FOREIGN)
def test_programs_that_do_not_deal(
    monkeypatch: pytest.MonkeyPatch, argv: list[str], program: str
) -> None:
    monkeypatch.setattr(sys, "argv", argv)
    assert name_foreign_program() == program


@pytest.mark.parametrize("argv", DEALING)
def test_programs_that_deal(monkeypatch: pytest.MonkeyPatch, argv: list[str]) -> None:
    monkeypatch.setattr(sys, "argv", argv)
    assert name_foreign_program() == ""


@pytest.mark.database
def test_dealing_leaves_none() -> None:
    shoe = open_shoe()
    unseal_server_seed(shoe, SeedPurpose.DEAL)
    load_shoe_before(shoe, 1)
    assert reads() == []


@pytest.mark.committed
def test_another_program_leaves_an_event_that_a_rollback_does_not_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoe = open_shoe()
    monkeypatch.setattr(sys, "argv", ["/srv/own/peek.py"])
    with transaction.atomic():
        load_shoe_before(shoe, 1)
        transaction.set_rollback(True)
    ((subject, data),) = reads()
    assert subject == f"shoe {shoe.public_id}"
    expected = {"program": "/srv/own/peek.py", "purpose": "deal", "process": os.getpid()}
    assert expected.items() <= data.items()
    assert {"host", "role", "system_user"} <= data.keys()


@pytest.mark.committed
def test_the_lowest_function_and_a_pretended_shoe_leave_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoe = open_shoe()
    monkeypatch.setattr(sys, "argv", [""])
    unseal_seed(shoe.public_id, bytes(shoe.sealed_seed), SeedPurpose.REVEAL)
    shoe.server_seed = "0" * 64  # in memory alone
    unseal_server_seed(shoe, SeedPurpose.REVEAL)
    assert [data["program"] for _subject, data in reads()] == ["python", "python"]


@pytest.mark.committed
def test_a_shoe_that_is_over_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = scenes.finished_shoe()
    monkeypatch.setattr(sys, "argv", [""])
    unseal_server_seed(shoe, SeedPurpose.REPLAY)
    assert reads() == []


def test_no_other_module_decrypts_seeds() -> None:
    """The key file is opened by the two modules that encrypt and decrypt; the decrypting function by two that deal."""
    naming = {"SEED_KEY_FILE": set[str](), "unseal_seed": set[str]()}
    apps = [
        HOUSE / name for name in ("casino", "compliance", "api", "cases", "detection", "reports")
    ]
    for path in (one for app in apps for one in app.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node, "attr", getattr(node, "id", ""))
            if name in naming:
                naming[name].add(str(path.relative_to(HOUSE)))
    fairness = "casino/fairness"
    assert naming == {
        "SEED_KEY_FILE": {
            f"{fairness}/values/sealing.py",
            f"{fairness}/selectors/unsealing.py",
        },
        "unseal_seed": {
            f"{fairness}/selectors/dealing.py",
            f"{fairness}/selectors/shoe_snapshot.py",
        },
    }
