"""The operation that runs a file of SQL in a migration, for every app that keeps some."""

from importlib.resources import files

from django.db.migrations import RunSQL


def run_sql(package: str, name: str) -> RunSQL:
    """Return the operation that runs `name`.sql of `package`; nothing undoes it."""
    return RunSQL((files(package) / f"{name}.sql").read_text(encoding="utf-8"))
