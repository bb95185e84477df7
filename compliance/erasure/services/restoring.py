"""The list of destroyed keys, applied to a restored database and key store before anything opens."""

from django.db import transaction

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from compliance.erasure.services.erasing import erase_person
from journal.values.destroyed_keys import DestroyedKey, read_list
from journal.values.person_keys import remove_key


def apply_destroyed_keys() -> int:
    """Delete listed keys that a copy brought back, and erase listed people whom the database still names. Return how many.

    Safe to repeat. Raises ListDamaged, OSError.
    """
    return sum(_apply(one) for one in read_list())


@transaction.atomic
def _apply(key: DestroyedKey) -> bool:
    remove_key(key.person)
    player = User.objects.select_for_update().filter(pk=key.person, is_staff=False).first()
    if player is None or player.erased_at is not None or player.created_at > key.at:
        return False
    if player.state != State.CLOSED:
        change_state(player, State.CLOSED, key.decision, acting_user=None)
    erase_person(player, key.decision)
    return True
