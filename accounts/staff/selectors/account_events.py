"""Events of an account of staff."""

from collections.abc import Iterable, Mapping

from accounts.models.users import User
from journal.models import Event


def latest_events(user: User, number: int) -> list[Event]:
    """Newest first. One query."""
    return list(Event.objects.filter(subject=f"user {user.pk}").order_by("-id")[:number])


def names_of_other_actors(user: User, events: Iterable[Event]) -> Mapping[int, str]:
    """Full names of the acting people of these events other than the user. One query."""
    actors = {event.actor_id for event in events if event.actor_id not in (None, user.pk)}
    return dict(User.objects.filter(pk__in=actors).values_list("pk", "full_name"))
