"""Migration operation that runs an SQL file."""

from importlib.resources import files

from django.db.migrations import RunSQL


def run_sql(package: str, name: str) -> RunSQL:
    """Return the operation that runs `name`.sql of `package`. It has no reverse."""
    return RunSQL((files(package) / f"{name}.sql").read_text(encoding="utf-8"))
