"""A player comes back from a self-exclusion by asking, where its terms allow it. Nothing ends before its wait."""

from django.db import transaction

from accounts.models.restrictions import ExclusionReturn
from accounts.models.users import User
from accounts.protection.refusals import ReturnNotPossible
from accounts.protection.selectors.breaks import find_returnable
from journal.models import EventKind
from journal.services.recording import record


@transaction.atomic
def ask_return(player: User) -> list[ExclusionReturn]:
    """Ask to come back from all self-exclusions that allow it. Idempotent: asked again, the first wish stays. Locks the player.

    Raises ReturnNotPossible if none does.
    """
    stored = User.objects.select_for_update().get(pk=player.pk)
    found = find_returnable(stored.pk)
    if not found:
        raise ReturnNotPossible
    for exclusion in found:
        if not hasattr(exclusion, "returning"):
            made = ExclusionReturn.objects.create(restriction=exclusion)
            record(
                EventKind.EXCLUSION_RETURN_ASKED,
                actor=stored.pk,
                subject=f"user {stored.pk}",
                data={"restriction": exclusion.pk, "until": made.ends_at.isoformat()},
            )
    return list(ExclusionReturn.objects.filter(restriction__in=found).order_by("ends_at"))
