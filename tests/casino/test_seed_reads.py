"""Whoever reads the seed of an open shoe by hand leaves an event."""

import sys

import pytest

from casino.fairness.selectors.dealing import unseal_server_seed
from casino.models import Shoe
from journal.models import Event, EventKind
from tests.casino import scenes

pytestmark = pytest.mark.database


def reads() -> list[tuple[str, object]]:
    kind = EventKind.SEED_READ_OUTSIDE_DEALING.value
    return list(Event.objects.filter(kind=kind).values_list("subject", "data"))


def open_shoe() -> Shoe:
    return scenes.deal(scenes.ordinary).deal.shoe


def test_dealing_leaves_none() -> None:
    shoe = open_shoe()
    unseal_server_seed(shoe)
    assert reads() == []


@pytest.mark.parametrize(("argv", "program"), [(["manage.py", "shell"], "shell"), ([""], "python")])
def test_a_shell_leaves_an_event(
    monkeypatch: pytest.MonkeyPatch, argv: list[str], program: str
) -> None:
    shoe = open_shoe()
    monkeypatch.setattr(sys, "argv", argv)
    unseal_server_seed(shoe)
    assert reads() == [(f"shoe {shoe.public_id}", {"program": program})]


def test_the_dealers_leave_none(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = open_shoe()
    monkeypatch.setattr(sys, "argv", ["manage.py", "deal_tables"])
    unseal_server_seed(shoe)
    assert reads() == []
