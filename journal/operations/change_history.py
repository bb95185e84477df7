"""Migration operation that adds the change history triggers to a configured table."""

import re
from collections.abc import Iterable
from typing import Final

from django.db.migrations import RunSQL

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_ROWS: Final = {
    "INSERT": "REFERENCING NEW TABLE AS new_rows",
    "UPDATE": "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "DELETE": "REFERENCING OLD TABLE AS old_rows",
}


def record_changes(
    table: str,
    *,
    key: str = "id",
    hide: Iterable[str] = (),
    mask: Iterable[str] = (),
    mask_new: Iterable[str] = (),
) -> RunSQL:
    """Return the operation that records each change of a row of `table` as an `Alteration`.

    Columns in `hide` are left out. Of columns in `mask` only the fact of a change is recorded;
    columns in `mask_new` are masked in new rows as well. The migration depends on `("journal",
    "0001_initial")`; the history of existing rows starts with it.
    """
    hidden, masked_new = _list(hide), _list([*mask, *mask_new])
    made = _build_triggers(table, key, hidden, _list(mask), masked_new)
    # the history of existing rows starts with their current values
    made.insert(
        len(_ROWS),
        f"SELECT public.journal_begin_history('{table}', '{key}', '{hidden}', '{masked_new}')",
    )
    return RunSQL(";\n".join(made))


def mask_changes(
    table: str,
    *,
    key: str = "id",
    hide: Iterable[str] = (),
    mask: Iterable[str] = (),
    mask_new: Iterable[str] = (),
) -> RunSQL:
    """Return the operation that masks other columns than before from now on, of a table that `record_changes` records."""
    events = (*map(str.lower, _ROWS), "truncate")
    dropped = [f"DROP TRIGGER noted_{event} ON public.{table}" for event in events]
    made = _build_triggers(table, key, _list(hide), _list(mask), _list([*mask, *mask_new]))
    return RunSQL(";\n".join([*dropped, *made]))


def _build_triggers(table: str, key: str, hidden: str, masked: str, masked_new: str) -> list[str]:
    _list([table, key])
    made = [
        f"CREATE TRIGGER noted_{event.lower()} AFTER {event} ON public.{table} {rows} FOR EACH STATEMENT"
        f" EXECUTE FUNCTION public.journal_record_alteration('{key}', '{hidden}',"
        f" '{masked_new if event == 'INSERT' else masked}')"
        for event, rows in _ROWS.items()
    ]
    made.append(
        f"CREATE TRIGGER noted_truncate BEFORE TRUNCATE ON public.{table} FOR EACH STATEMENT"
        f" EXECUTE FUNCTION public.journal_record_alteration('{key}', '{hidden}', '{masked}')"
    )
    return made


def _list(names: Iterable[str]) -> str:
    found = list(names)
    for name in found:
        if not _NAME.fullmatch(name):
            message = f"{name!r} is not a plain name"
            raise ValueError(message)
    return ",".join(found)
