"""Keys in escrow: one encrypted file that opens with its passphrase only."""

import stat
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from restores.__main__ import main
from restores.values.escrow import EscrowFailed, open_keys, seal_keys

PASSPHRASE = "correct horse battery staple"


def key_file(folder: Path, name: str = "seed.key") -> Path:
    file = folder / name
    file.write_text(Fernet.generate_key().decode() + "\n")
    return file


def test_keys_come_back_as_they_were_for_their_owner_only(tmp_path: Path) -> None:
    files = [key_file(tmp_path), key_file(tmp_path, "identity.key")]
    seal_keys(files, tmp_path / "sealed", PASSPHRASE)
    content = (tmp_path / "sealed").read_text()
    assert not any(file.read_text().strip() in content for file in files)

    found = open_keys(tmp_path / "sealed", tmp_path / "new", PASSPHRASE)

    assert [one.read_text() for one in found] == [one.read_text() for one in files]
    for one in (*found, tmp_path / "sealed"):
        assert stat.S_IMODE(one.stat().st_mode) == 0o600


def test_another_passphrase_and_a_changed_file_are_refused(tmp_path: Path) -> None:
    sealed = tmp_path / "sealed"
    seal_keys([key_file(tmp_path)], sealed, PASSPHRASE)
    with pytest.raises(EscrowFailed):
        open_keys(sealed, tmp_path / "new", f"{PASSPHRASE}!")
    sealed.write_text(sealed.read_text().replace("gAAAA", "gAAAB", 1))
    with pytest.raises(EscrowFailed):
        open_keys(sealed, tmp_path / "new", PASSPHRASE)
    assert not list((tmp_path).glob("new/*"))


def test_a_short_passphrase_and_existing_keys_are_refused(tmp_path: Path) -> None:
    file, sealed = key_file(tmp_path), tmp_path / "sealed"
    with pytest.raises(EscrowFailed):
        seal_keys([file], sealed, "short")
    seal_keys([file], sealed, PASSPHRASE)
    before = file.read_text()
    with pytest.raises(EscrowFailed):
        open_keys(sealed, tmp_path, PASSPHRASE)
    assert file.read_text() == before


def test_the_program_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ESCROW_PASSPHRASE", PASSPHRASE)
    sealed = str(tmp_path / "sealed")
    assert main(["seal", sealed, str(key_file(tmp_path))]) == 0
    assert main(["open", sealed, str(tmp_path / "new")]) == 0
    assert main(["open", sealed, str(tmp_path / "new")]) == 1
    assert "exists already" in capsys.readouterr().err
