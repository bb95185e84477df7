"""Shoes and rounds of a place."""

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from accounts.models.users import User
from casino.models import REVEALED, Deal, Participant, Place, Round, Shoe
from casino.models.deals import Status
from internals.compiled_queries import ModelQuery, list_fields
from journal.refusals import NotFound

STATUSES_AHEAD = (Shoe.Status.ANNOUNCED, Shoe.Status.DEALING, Shoe.Status.STOPPED)
CLOSED_SHOWN = 5

_AHEAD: Final = ModelQuery[Shoe](
    lambda place: Shoe.objects.filter(place=place, status__in=STATUSES_AHEAD).order_by("number"),
    int,
)
_NEWEST: Final = ModelQuery[Round](
    lambda participant: (
        Round.objects.filter(participant=participant)
        .select_related("deal__shoe")
        .order_by("-id")[:1]
    ),
    int,
)
_OF_DEAL: Final = ModelQuery[Round](
    lambda deal: (
        Round.objects.filter(deal=deal)
        .select_related("participant", "player")
        .order_by("player_id")
    ),
    int,
)
_SHOWN: Final = ModelQuery[Round](
    lambda deal: (
        Round.objects.filter(deal=deal)
        .select_related("player")
        .only(*list_fields(Round), "player__screen_name")
        .order_by("player_id")
    ),
    int,
)
_DEAL: Final = ModelQuery[Deal](
    lambda deal: Deal.objects.filter(pk=deal).select_related("shoe__version"), int
)


def shoes_ahead(place: Place) -> list[Shoe]:
    """Return the place's shoes that are not closed; a stopped one comes first and waits for staff. One query."""
    return [attach_place_to_shoe(place, shoe) for shoe in _AHEAD.all(place.pk)]


def load_visible_shoes(place: Place) -> list[Shoe]:
    """Return the current and the next shoe. One query."""
    return shoes_ahead(place)[:2]


def load_last_closed_shoes(place: Place) -> list[Shoe]:
    """Return the last closed shoes of the place that dealt a round, newest first. One query."""
    return [attach_place_to_shoe(place, shoe) for shoe in own_closed_shoes(place)[:CLOSED_SHOWN]]


def own_closed_shoes(place: Place) -> QuerySet[Shoe]:
    """Return the closed shoes of this place that dealt a round, newest first."""
    return place.shoes.filter(status__in=REVEALED, rounds_dealt__gt=0).order_by("-number")


def find_shoe_rounds(shoe: Shoe) -> QuerySet[Round, Round]:
    """Return the rounds of all players in the deals of a shoe."""
    return Round.objects.filter(deal__shoe=shoe)


def list_shoe_players(shoe: Shoe) -> list[int]:
    """Return the players of a shoe: the player of its private place, or everybody with a round of it.

    One query at a live table, else none.
    """
    if shoe.place.player_id is not None:
        return [shoe.place.player_id]
    return list(
        find_shoe_rounds(shoe).order_by("player").values_list("player", flat=True).distinct()
    )


def attach_place_to_shoe(place: Place, shoe: Shoe) -> Shoe:
    """Attach the loaded place to a shoe and, if it is the same version, the table's rules. Returns the shoe."""
    shoe.place = place
    if shoe.version_id == place.table.version_id:
        shoe.version = place.table.version
    return shoe


def present_shoe(place: Place) -> Shoe | None:
    """Return the shoe that deals next at this place; None while a stopped one waits for staff, or before any is announced."""
    return pick_present_shoe(load_visible_shoes(place))


def pick_present_shoe(ahead: list[Shoe]) -> Shoe | None:
    """Return the current shoe among the shoes ahead, or None."""
    return ahead[0] if ahead and ahead[0].status != Shoe.Status.STOPPED else None


def is_dealing(place: Place) -> bool:
    """Return whether a deal is in progress at this place."""
    return place.deals.filter(status=Status.IN_PROGRESS).exists()


def last_round(participant: Participant) -> Round | None:
    """Return the participant's newest round, running or finished."""
    round_ = _NEWEST.first(participant.pk)
    if round_ is not None:
        round_.participant, round_.player = participant, participant.player
        attach_place(round_, participant.place)
    return round_


def rounds_of_deal(round_: Round) -> list[Round]:
    """Return all rounds of this round's deal, itself included, by ascending player. No query at a private place."""
    if not round_.place.is_live:
        return [round_]
    others = Round.objects.filter(deal=round_.deal_id).exclude(pk=round_.pk)
    found = [round_, *others.select_related("participant", "player", "deal__shoe__version")]
    share_deal(found, round_.place)
    return sorted(found, key=lambda one: one.player_id)


def load_deal_with_shoe(pk: int) -> Deal | None:
    """Return a deal with its shoe and rules. One query."""
    return _DEAL.first(pk)


def load_deal_rounds(place: Place, deal: Deal) -> list[Round]:
    """Return the rounds of a deal that was loaded with its shoe, by ascending player. One query.

    The row of a deal, its shoe and its rules is wide: it is read once, not with each round.
    """
    found = _OF_DEAL.all(deal.pk)
    _share(found, deal, place)
    return found


def load_shown_rounds(place: Place, deal: Deal) -> list[Round]:
    """Return the rounds of a deal to be shown, as `load_deal_rounds`, but only with the screen names of their players."""
    found = _SHOWN.all(deal.pk)
    deal.place = place
    attach_place_to_shoe(place, deal.shoe)
    for round_ in found:
        round_.deal, round_.place = deal, place
    return found


def share_deal(rounds: Sequence[Round], place: Place) -> None:
    """Make the rounds of a deal share one deal object and the loaded place, so that each sees changes."""
    if rounds:
        _share(rounds, rounds[0].deal, place)


def _share(rounds: Iterable[Round], deal: Deal, place: Place) -> None:
    for round_ in rounds:
        round_.deal = deal
        attach_place(round_, place)


def co_seated_rounds(rounds: Iterable[Round]) -> dict[int, list[Round]]:
    """Return by round the rounds of other players in its deal at a live table, by ascending player. One query."""
    deals = {round_.pk: round_.deal_id for round_ in rounds}
    at_live_tables = Round.objects.filter(deal__in={*deals.values()}, place__player=None)
    by_deal: dict[int, list[Round]] = {}
    for one in at_live_tables.only("public_id", "number", "deal").order_by("player"):
        by_deal.setdefault(one.deal_id, []).append(one)
    return {
        pk: [one for one in by_deal.get(deal, []) if one.pk != pk] for pk, deal in deals.items()
    }


def attach_place(round_: Round, place: Place) -> None:
    """Make the round, its participant, deal and shoe share the loaded place and the round's loaded player."""
    round_.place = round_.participant.place = round_.deal.place = place
    round_.participant.player = round_.player
    attach_place_to_shoe(place, round_.deal.shoe)


def find_own_round(player: User, round_id: UUID) -> Round:
    """Return a round of this player. Raises `NotFound`."""
    rounds = Round.objects.filter(public_id=round_id, player=player)
    rows = rounds.select_related("deal__shoe__version", "version__rule_set", "place__table")
    round_ = rows.first()
    if round_ is None:
        raise NotFound
    return round_
