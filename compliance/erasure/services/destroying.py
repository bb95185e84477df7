"""Destruction of keys outside the database. Each step may run again after a crash."""

from accounts.identity.services import document_files
from accounts.models.identity import Upload
from compliance.models import ErasedPerson
from journal.values.destroyed_keys import DestroyedKey, add_to_list, read_list
from journal.values.person_keys import has_key, remove_key


def destroy_key(erased: ErasedPerson) -> None:
    """List the key as destroyed, delete it, and delete the person's files. Raises ListDamaged, OSError."""
    add_to_list(DestroyedKey(erased.player_id, erased.at, erased.decision))
    remove_key(erased.player_id)
    for key in Upload.objects.filter(player=erased.player_id).values_list("key", flat=True):
        document_files.remove(key)


def finish_erasures() -> int:
    """Destroy the keys that a crash after the commit left. Return how many."""
    listed = {one.person for one in read_list()}
    left = [
        one
        for one in ErasedPerson.objects.all()
        if one.player_id not in listed or has_key(one.player_id)
    ]
    for one in left:
        destroy_key(one)
    return len(left)
