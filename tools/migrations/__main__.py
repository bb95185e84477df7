"""`python -m tools.migrations`: released migrations are unchanged, new ones take no lock that stops play. `--record` releases them."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import django

from tools.launch.layout import ROOT
from tools.migrations.locks import find_locks, read_accepted
from tools.migrations.released import (
    find_edited,
    find_new_migrations,
    hash_files,
    read_list,
    write_list,
)
from tools.migrations.statements import write_statements

_NEEDS_DATABASE = (
    "its SQL depends on names in the database: write it as RunSQL with state_operations"
)


def main(arguments: list[str]) -> int:
    """Check, or with `--record` make the present files the released ones."""
    found = hash_files()
    if arguments == ["--record"]:
        write_list(found)
        print(f"{len(found)} files are released")
        return 0
    released = read_list()
    new = find_new_migrations(released, found)
    wrong = [*find_edited(released, found), *_find_locks(new)]
    for line in wrong:
        print(line)
    print(f"{len(released)} released files, {len(new)} new migrations, {len(wrong)} findings")
    return 1 if wrong else 0


def _find_locks(new: list[str]) -> Iterator[str]:
    if not new:
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    paths = {_key_of(path): path for path in new}
    for one in write_statements(paths.keys()):
        path = paths[one.app, one.name]
        if one.sql is None:
            yield f"{path}: {_NEEDS_DATABASE}"
            continue
        accepted = read_accepted((ROOT / path).read_text(encoding="utf-8"))
        yield from (
            f"{path}: {line}" for line in find_locks(one.sql, atomic=one.atomic, accepted=accepted)
        )


def _key_of(path: str) -> tuple[str, str]:
    app, _folder, file = Path(path).parts
    return app, file.removesuffix(".py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
