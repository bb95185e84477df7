"""The migration operations that have PostgreSQL see to the second person, for every app with proposals."""

from django.db.migrations import RunSQL


def proposed_by_staff(proposals: str) -> RunSQL:
    """Return the operation whose trigger dates new rows of `proposals` and requires staff or nobody as proposer."""
    return RunSQL(
        f"CREATE TRIGGER proposed_by_staff BEFORE INSERT ON public.{proposals}"
        " FOR EACH ROW EXECUTE FUNCTION public.approvals_propose()"
    )


def decided_by_another(proposals: str, decisions: str, *concerned: str, when: str = "") -> RunSQL:
    """Return the operation whose trigger dates new rows of `decisions` and requires staff whom the proposal does not concern.

    `concerned` are columns of `proposals` with further people, or "key.table.column". The refusal is an integrity error (23000) with
    the constraint `approvals.services.ANOTHER_PERSON`. `when` limits it to some rows.
    """
    arguments = ", ".join(f"'{one}'" for one in (proposals, *concerned))
    condition = f" WHEN ({when})" if when else ""
    return RunSQL(
        f"CREATE TRIGGER another_person BEFORE INSERT ON public.{decisions}"
        f" FOR EACH ROW{condition} EXECUTE FUNCTION public.approvals_decide({arguments})"
    )
