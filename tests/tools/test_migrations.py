"""Released migrations stay as they are; new ones stop nobody."""

from pathlib import Path

import pytest

from tools.migrations.locks import find_locks, read_accepted
from tools.migrations.released import (
    find_edited,
    find_new_migrations,
    hash_files,
    read_list,
    write_list,
)
from tools.migrations.statements import write_statements

STOPS_PLAY = {
    "require-concurrent-index-creation": "CREATE INDEX one ON casino_round (player_id);",
    "adding-required-field": "ALTER TABLE casino_round ADD COLUMN one bigint NOT NULL;",
    "ban-drop-default": "ALTER TABLE casino_round ALTER COLUMN one DROP DEFAULT;",
    "ban-drop-column": "ALTER TABLE casino_round DROP COLUMN one;",
    "renaming-column": "ALTER TABLE casino_round RENAME COLUMN one TO two;",
    "changing-column-type": "ALTER TABLE casino_round ALTER COLUMN one TYPE bigint;",
    "adding-not-nullable-field": "ALTER TABLE casino_round ALTER COLUMN one SET NOT NULL;",
    "constraint-missing-not-valid": "ALTER TABLE casino_round ADD CONSTRAINT one CHECK (id > 0);",
    "explicit-lock": "LOCK TABLE casino_round;",
}
HARMLESS = (
    "CREATE TABLE new (id bigint PRIMARY KEY, name text NOT NULL); CREATE INDEX one ON new (name);",
    "ALTER TABLE casino_round ADD COLUMN one bigint DEFAULT 5 NOT NULL;",
    "ALTER TABLE casino_round ADD CONSTRAINT one CHECK (id > 0) NOT VALID;",
    "CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';",
)


@pytest.mark.parametrize("rule", STOPS_PLAY)
def test_what_stops_play_is_found(rule: str) -> None:
    found = [*find_locks(STOPS_PLAY[rule], atomic=True)]
    assert any(rule in line for line in found), found
    accepted = frozenset({rule})
    assert not any(rule in x for x in find_locks(STOPS_PLAY[rule], atomic=True, accepted=accepted))


@pytest.mark.parametrize("sql", HARMLESS)
def test_what_stops_nobody_passes(sql: str) -> None:
    assert [*find_locks(sql, atomic=True)] == []


def test_an_index_is_built_beside_play_outside_a_transaction() -> None:
    sql = "CREATE INDEX CONCURRENTLY one ON casino_round (player_id);"
    assert [*find_locks(sql, atomic=False)] == []


def test_an_accepted_rule_has_its_reason() -> None:
    text = "# locks: ban-drop-column: unused since 0.3.0\n# locks: renaming-column:\n"
    assert read_accepted(text) == {"ban-drop-column"}


def test_the_statements_of_a_migration_are_written_without_a_database() -> None:
    wanted = {("config", "0002_release"), ("accounts", "0001_initial")}
    first, release = write_statements(wanted)
    assert (first.app, first.name) == ("accounts", "0001_initial")
    assert release.sql is not None
    assert "CREATE TABLE config_release" in release.sql
    assert "CREATE TABLE accounts" not in release.sql
    assert release.atomic


def project(folder: Path) -> Path:
    for name in ("one/migrations/0001_initial.py", "one/sql/guard.sql"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("first")
    return folder


def test_a_released_file_stays_as_it_is(tmp_path: Path) -> None:
    root, listed = project(tmp_path), tmp_path / "listed"
    write_list(hash_files(root), listed)
    (root / "one/migrations/0002_next.py").write_text("second")
    released = read_list(listed)
    assert find_new_migrations(released, hash_files(root)) == ["one/migrations/0002_next.py"]
    assert [*find_edited(released, hash_files(root))] == []

    (root / "one/sql/guard.sql").write_text("changed")
    (root / "one/migrations/0001_initial.py").unlink()

    said = " ".join(find_edited(released, hash_files(root)))
    assert "one/sql/guard.sql belongs to a release and was edited" in said
    assert "one/migrations/0001_initial.py belongs to a release and was removed" in said
