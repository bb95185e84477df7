"""Migration operations with which PostgreSQL enforces the second person, for every app with proposals."""

from django.db.migrations import RunSQL


def proposed_by_staff(proposals: str) -> RunSQL:
    """Return the operation that creates the insert trigger on `proposals`.

    It sets the time of new rows and requires the proposer to be staff or null.
    """
    return RunSQL(
        f"CREATE TRIGGER proposed_by_staff BEFORE INSERT ON public.{proposals}"
        " FOR EACH ROW EXECUTE FUNCTION public.approvals_guard_proposal()"
    )


def decided_by_another(proposals: str, decisions: str, *concerned: str, when: str = "") -> RunSQL:
    """Return the operation that creates the insert trigger on `decisions`.

    It sets the time of new rows and requires a decider who is staff and whom the proposal does not
    concern. `concerned` are columns of `proposals` with further people, or "key.table.column". The
    refusal is an integrity error (23000) with the constraint `approvals.services.ANOTHER_PERSON`.
    `when` limits the trigger to some rows.
    """
    arguments = ", ".join(f"'{one}'" for one in (proposals, *concerned))
    condition = f" WHEN ({when})" if when else ""
    return RunSQL(
        f"CREATE TRIGGER another_person BEFORE INSERT ON public.{decisions}"
        f" FOR EACH ROW{condition} EXECUTE FUNCTION public.approvals_guard_decision({arguments})"
    )


def approved_in_order(proposals: str, decisions: str, *about: str) -> RunSQL:
    """Return the operation that creates the insert trigger on `decisions` for proposals that replace each other.

    An earlier proposal is not approved after a later one with the same values in the columns `about`. The
    refusal is an integrity error (23000) with the constraint `approvals.services.SUPERSEDED`.
    """
    arguments = ", ".join(f"'{one}'" for one in (proposals, *about))
    return RunSQL(
        f"CREATE TRIGGER in_order BEFORE INSERT ON public.{decisions}"
        f" FOR EACH ROW EXECUTE FUNCTION public.approvals_guard_order({arguments})"
    )
