"""Migration operation that closes a table after a restore."""

from django.db.migrations import RunSQL


def closed_after_restore(table: str, when: str, events: str = "INSERT") -> RunSQL:
    """Return the operation that creates the trigger on `table`, for rows for which `when` holds.

    The refusal has SQLSTATE LR001; `restores.services.gate.find_closed` recognises it.
    """
    return RunSQL(
        f"CREATE TRIGGER closed_after_restore BEFORE {events} ON public.{table}"
        f" FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION public.restores_guard()"
    )
