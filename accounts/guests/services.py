"""New guests, with a daily limit per network and in total.

Nothing is stored about where a guest comes from: new guests are counted per network in the cache, for a day.
"""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from accounts.guests.refusals import GuestsFull
from accounts.guests.selectors import recent_pending_players
from accounts.guests.values import COUNTED_FOR
from accounts.models.users import User
from accounts.values.networks import network_address
from journal.services.recording import declare_acting_user

_OPENING: Final = 0x4C696771
"""Advisory lock: guests are counted and created one at a time."""


@contextmanager
def reserve_guest_slot(address: str) -> Iterator[None]:
    """Open a guest within this block, in one transaction under an advisory lock. Raises `GuestsFull`.

    If the block succeeds, the guest is counted for the network of the address.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_OPENING])
        counter, now = f"guests:{network_address(address)}", time.time()
        recent = [at for at in cache.get(counter, []) if at > now - COUNTED_FOR.total_seconds()]
        if len(recent) >= settings.GUESTS_PER_NETWORK or _count_new() >= settings.GUESTS_IN_TOTAL:
            raise GuestsFull
        yield
        cache.set(counter, [*recent, now], int(COUNTED_FOR.total_seconds()))


def open_guest(language: str) -> User:
    """Create a guest in the caller's transaction, within `reserve_guest_slot`."""
    declare_acting_user(None)
    guest = User(email=f"{secrets.token_hex(12)}@guest.invalid", is_guest=True, language=language)
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def restart_day(guest: User) -> None:
    """Give a guest who has signed up a full day to confirm the address."""
    User.objects.filter(pk=guest.pk).update(created_at=timezone.now())


def _count_new() -> int:
    return recent_pending_players(timezone.now() - COUNTED_FOR).count()
