"""Environment variables that the launcher sets for the programs it starts."""

import os

import pytest

from tools.launch import layout
from tools.launch.environment import cache_bytecode

FORBIDDEN, PREFIX = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"


@pytest.fixture(autouse=True)
def neither_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (FORBIDDEN, PREFIX):
        monkeypatch.setenv(name, "")  # registers both for restoring
        monkeypatch.delenv(name)


def test_bytecode_that_may_not_stand_beside_the_sources_is_kept_in_var() -> None:
    os.environ[FORBIDDEN] = "1"
    cache_bytecode()
    assert FORBIDDEN not in os.environ
    assert os.environ[PREFIX] == str(layout.BYTECODE)


def test_a_place_that_was_given_for_it_stays() -> None:
    os.environ.update({FORBIDDEN: "1", PREFIX: "/given"})
    cache_bytecode()
    assert os.environ[PREFIX] == "/given"


def test_where_bytecode_may_be_written_nothing_changes() -> None:
    before = dict(os.environ)
    cache_bytecode()
    assert dict(os.environ) == before
