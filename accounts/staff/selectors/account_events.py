"""Events of a staff account."""

from collections.abc import Iterable, Mapping

from accounts.models.users import User
from journal.models import Event


def latest_events(user: User, number: int) -> list[Event]:
    """Return the latest events of this account, newest first. One query."""
    return list(Event.objects.filter(subject=f"user {user.pk}").order_by("-id")[:number])


def load_other_actor_names(user: User, events: Iterable[Event]) -> Mapping[int, str]:
    """Return the full names of the acting users of these events other than `user`, by id. One query."""
    actors = {event.actor_id for event in events if event.actor_id not in (None, user.pk)}
    return dict(User.objects.filter(pk__in=actors).values_list("pk", "full_name"))
