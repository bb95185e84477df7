"""Possible duplicate accounts."""

from django.db.models import Q, QuerySet

from accounts.models.identity import Double
from accounts.models.users import State, User
from accounts.users.selectors.search import all_players
from accounts.values import name_similarity


def find_similar_players(user: User) -> list[User]:
    """Return other players with a similar name and the same birth date, by id. One query.

    Includes closed accounts, but no test accounts.
    """
    same_day = all_players().filter(birth_date=user.birth_date, is_test_account=False)
    others = same_day.exclude(pk=user.pk).order_by("id")
    return [one for one in others if name_similarity.are_alike(one.full_name, user.full_name)]


def is_possible_duplicate(player: int) -> bool:
    """Return whether this account is, or may be, a duplicate. One query."""
    return Double.objects.filter(~Q(decision__same=False), newer=player).exists()


def undecided_pairs() -> QuerySet[Double]:
    """Undecided pairs, oldest first, without pairs whose newer account is closed."""
    rows = Double.objects.filter(decision=None).exclude(newer__state=State.CLOSED)
    return rows.select_related("newer", "other").order_by("pk")
