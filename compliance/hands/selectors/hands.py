"""Filters of the hand list.

Ten million rounds are never counted or sorted: `compliance.hands.selectors.time_search` scans them backwards along
the time index. Rare properties have small partial indexes.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.users.selectors.search import find_matching_ids
from casino.models import Decision, Hint, Round, Shoe
from casino.play.selectors import large_rounds
from casino.values.round_numbers import RoundName
from casino.voids.selectors.voiding import is_voided, open_voids
from journal.models import Event, EventKind
from pages.moments import time_range_filters
from wallet.money.values import BASE_CURRENCY, Money

_BLACKJACK: Final = {"seats": [{"hands": [{"outcome": "blackjack"}]}]}


def filter_hands(wanted: Mapping[str, Any]) -> QuerySet[Round, Round]:
    found = with_list_data(Round.objects.all()).filter(
        *time_range_filters("started_at", wanted), *_plain(wanted), *_name_conditions(wanted)
    )
    return found.filter(*_rare(wanted), *_results(wanted))


def with_list_data(rounds: QuerySet[Round, Round]) -> QuerySet[Round, Round]:
    found = rounds.select_related("player", "place__table", "version__rule_set", "deal__shoe")
    return found.annotate(voided=is_voided())


def is_selective(wanted: Mapping[str, Any]) -> bool:
    """Return whether an index selects the hands the filters ask for."""
    statuses = ("in_progress", "interrupted", "cancelled", "voided")
    flags = {
        "large_bet": large_rounds.has_index(large_rounds.large_bet_threshold()),
        "large_win": large_rounds.has_index(large_rounds.large_win_threshold()),
        "frozen": True,
    }
    named = any(wanted.get(name) for name in ("player", "reference"))
    return named or wanted.get("status") in statuses or flags.get(wanted.get("flag", ""), False)


def _plain(wanted: Mapping[str, Any]) -> list[Q]:
    """Conditions on the round's own columns."""
    asked = []
    if wanted.get("version"):
        asked.append(Q(version=wanted["version"]))
    if wanted.get("currency"):
        asked.append(Q(currency=wanted["currency"]))
    if wanted.get("least") is not None:
        asked.append(large_rounds.stakes_condition(_units(wanted["least"])))
    if wanted.get("most") is not None:
        asked.append(Q(staked_usd__lte=_units(wanted["most"])))
    return asked


def _units(usd: Decimal) -> int:
    return Money.parse(format(usd, "f"), BASE_CURRENCY).units


def _name_conditions(wanted: Mapping[str, Any]) -> list[Q]:
    """Conditions by name, resolved to ids first for better planner estimates."""
    asked = []
    if wanted.get("table"):
        asked.append(Q(place__table__slug=wanted["table"]))
    if wanted.get("player"):
        asked.append(Q(player__in=find_matching_ids(wanted["player"].strip())))
    if wanted.get("reference"):
        asked.append(_match_reference(wanted["reference"]))
    return asked


def _match_reference(name: RoundName) -> Q:
    """Condition for a reference, of a shoe or of a round, or for a round number."""
    if name.reference is not None:
        shoe = Shoe.objects.filter(public_id=name.reference).values_list("pk", flat=True)
        known = shoe.first()
        if known is not None:
            return Q(deal__shoe=known)
    return name.lookup()


def _rare(wanted: Mapping[str, Any]) -> list[Q]:
    status, flag = wanted.get("status"), wanted.get("flag")
    statuses = {
        "in_progress": Q(status=Round.Status.IN_PROGRESS),
        "interrupted": Q(interrupted=True),
        "completed": Q(status=Round.Status.COMPLETED, interrupted=False),
        "cancelled": Q(status=Round.Status.CANCELLED),
        "voided": Q(pk__in=open_voids().values("round")),
    }
    flags = {
        "hints": Q(Exists(Hint.objects.filter(round=OuterRef("pk")))),
        "large_bet": large_rounds.stakes_condition(large_rounds.large_bet_threshold()),
        "large_win": large_rounds.win_condition(large_rounds.large_win_threshold()),
        "devices": Q(Exists(list_other_device_decisions().filter(round=OuterRef("pk")))),
    }
    asked = [statuses[status]] if status else []
    if flag == "frozen":
        return [*asked, match_broken_rounds()]
    return [*asked, flags[flag]] if flag else asked


def list_other_device_decisions() -> QuerySet[Decision]:
    """Return the decisions made from another device than their bet."""
    return Decision.objects.filter(origin__isnull=False)


def match_broken_rounds() -> Q:
    """Return the condition for rounds reported as altered or dealt from a stopped or lost shoe."""
    told = Event.objects.filter(kind=EventKind.ROUND_FROZEN.value).values_list("subject", flat=True)
    return Q(public_id__in=list(told)) | Q(
        deal__shoe__status__in=[Shoe.Status.STOPPED, Shoe.Status.LOST]
    )


def _results(wanted: Mapping[str, Any]) -> list[Q]:
    completed = Q(status=Round.Status.COMPLETED)
    results = {
        "won": completed & Q(returned__gt=F("staked")),
        "lost": completed & Q(returned__lt=F("staked")),
        "pushed": completed & Q(returned=F("staked")),
        "blackjack": completed & Q(result__contains=_BLACKJACK),
    }
    return [results[wanted["result"]]] if wanted.get("result") else []


def round_status(round_: Round) -> str:
    """Return a round's status as in the filter; "interrupted" if the house finished it."""
    if getattr(round_, "voided", False):
        return "voided"
    if round_.status == Round.Status.COMPLETED and round_.interrupted:
        return "interrupted"
    return round_.status


@dataclass(frozen=True, slots=True)
class HandMarks:
    """Ids of the rounds with a hint, with a decision from another device, and stopped for a check."""

    asked: frozenset[int]
    elsewhere: frozenset[int]
    stopped: frozenset[int]


def load_marks(rounds: Collection[int]) -> HandMarks:
    """Return the marks of these rounds. Three queries."""
    asked = Hint.objects.filter(round__in=rounds).values_list("round", flat=True)
    elsewhere = (
        list_other_device_decisions().filter(round__in=rounds).values_list("round", flat=True)
    )
    stopped = Round.objects.filter(match_broken_rounds(), pk__in=rounds).values_list(
        "pk", flat=True
    )
    return HandMarks(frozenset(asked), frozenset(elsewhere), frozenset(stopped))
