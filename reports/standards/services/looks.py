"""People record that they looked at an item, and note what they found."""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.refusals import NotFound
from reports.models.standards import StandardLook
from reports.standards.values.items import find_item


@transaction.atomic
def record_look(number: str, *, note: str, acting_user: User) -> StandardLook:
    """Record a look at an item; a note needs a right of its own. Raises NotPermitted, NotFound."""
    note = note.strip()
    require(acting_user, Right.NOTE_STANDARDS if note else Right.VIEW_STANDARDS)
    if find_item(number) is None:
        raise NotFound
    return StandardLook.objects.create(item=number, staff=acting_user, note=note)
