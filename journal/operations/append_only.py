"""Migration operation that makes a table append-only."""

import re

from django.db.migrations import RunSQL

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


def append_only(table: str) -> RunSQL:
    """Return the operation that makes `table` refuse UPDATE, DELETE and TRUNCATE.

    The migration that uses it depends on `("journal", "0001_initial")`. The refusal is an
    insufficient-privilege error (42501) for every role, including the owner of the table.
    """
    if not _NAME.fullmatch(table):
        message = f"{table!r} is not a plain table name"
        raise ValueError(message)
    return RunSQL(
        f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.{table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION public.journal_refuse_change()"
    )
