"""A developer who deletes the database, but not its seals, starts open."""

from pathlib import Path

import pytest

from tools.launch import layout
from tools.launch.console import Console
from tools.launch.site import set_seals_aside


@pytest.fixture
def seals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("LEDGER_SEALS", raising=False)
    monkeypatch.setattr(layout, "SEALS", tmp_path / "seals")
    return tmp_path / "seals"


def test_seals_of_a_deleted_database_are_put_away_and_said(
    seals: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seals.mkdir()
    (seals / "server-one.json").write_text("{}")
    set_seals_aside(Console())
    (aside,) = seals.parent.iterdir()
    assert (aside / "server-one.json").exists()
    assert str(aside) in capsys.readouterr().out


def test_a_first_start_says_nothing(seals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_seals_aside(Console())
    seals.mkdir()
    set_seals_aside(Console())
    assert capsys.readouterr().out == ""


def test_a_folder_of_the_developers_own_is_left_and_named(
    seals: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LEDGER_SEALS", "/somewhere/else")
    set_seals_aside(Console())
    assert "unless /somewhere/else is empty" in capsys.readouterr().out
