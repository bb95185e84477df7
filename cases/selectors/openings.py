"""For whom the site opens a case."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from cases.models import (
    Case,
    CaseFlag,
    CaseOrigin,
    CasePlayer,
    CaseSource,
    CaseStatus,
    CaseTopic,
)
from cases.selectors.scores import PlayerFlags, score_flags
from cases.values import kind_of_opening
from detection.models import BlindSample, Flag, LinkedAccount
from journal.models import Event
from signals.catalogue import SIGNALS
from signals.definition import Family
from signals.scores import QUEUED_FROM

SEED_READ: Final = "seed_read_outside_dealing"
MOST_PLAYERS: Final = 50
"""Maximum number of players whom a case is opened with."""


def find_kinds_to_open(found: PlayerFlags) -> list[CaseTopic]:
    """Return the kinds of case that a player's current flags open: by a score of 60, or by a signal that always does.

    If 60 is reached by several kinds together alone, the case is one of money laundering if there is such a flag, for its
    officers see all evidence; otherwise of fraud.
    """
    kinds = [
        kind_of_opening(opens)
        for one in found.flags
        if (opens := SIGNALS[one.signal].opens if one.signal in SIGNALS else None)
    ]
    if found.score >= QUEUED_FROM:
        money = [one for one in found.flags if _is_money(one)]
        other = [one for one in found.flags if not _is_money(one)]
        alone = [
            *([CaseTopic.FRAUD] if score_flags(other) >= QUEUED_FROM else []),
            *([CaseTopic.LAUNDERING] if score_flags(money) >= QUEUED_FROM else []),
        ]
        kinds += alone or [CaseTopic.LAUNDERING if money else CaseTopic.FRAUD]
    return list(dict.fromkeys(kinds))


def _is_money(flag: Flag) -> bool:
    return flag.signal in SIGNALS and SIGNALS[flag.signal].family is Family.MONEY


def find_unseen_flags(kind: CaseTopic, flags: Iterable[Flag]) -> list[Flag]:
    """Return the flags that no case of the kind has, open or closed: a decided case is not opened by the same flags again.

    Nor is it by a flag raised again for less: of the same look, or of rounds and moments that its flag had. A void and its
    undoing judge the same play again.
    """
    wanted = list(flags)
    numbers = [one.pk for one in wanted]
    known = CaseFlag.objects.filter(case__kind=kind, flag=OuterRef("pk"))
    rows = Flag.objects.filter(Exists(known) | Exists(_find_decided_before(kind)), pk__in=numbers)
    seen = set(rows.values_list("pk", flat=True))
    return [one for one in wanted if one.pk not in seen]


def _find_decided_before(kind: CaseTopic) -> QuerySet[CaseFlag]:
    """Return flags of decided cases about the same play as the outer flag."""
    same_look = Q(flag__look=OuterRef("look"))
    no_more = Q(
        flag__look=None,
        flag__rounds__contains=OuterRef("rounds"),
        flag__moments__contains=OuterRef("moments"),
    )
    return (
        CaseFlag.objects.annotate(other=Coalesce("flag__other", 0))
        .exclude(flag__look=None, flag__rounds=[], flag__moments=[])
        .filter(
            same_look | no_more,
            case__kind=kind,
            case__status__in=[CaseStatus.DECIDED, CaseStatus.CLOSED],
            flag__player=OuterRef("player"),
            flag__signal=OuterRef("signal"),
            other=Coalesce(OuterRef("other"), 0),
        )
    )


def find_group(found: PlayerFlags, flags: Mapping[int, PlayerFlags]) -> list[int]:
    """Return the other players of the case: of a pair, and flagged ones of the same group of linked accounts.

    Of a large group those next to the player, by number, and none whose open case has `MOST_PLAYERS` already: so a case
    does not grow without limit, and each player takes the same few steps.
    """
    linked = [one for one in found.flags if SIGNALS[one.signal].family is Family.ACCOUNTS]
    if not linked:
        return []
    pairs = {number for one in linked for number in (one.player_id, one.other_id) if number}
    members = [one for one in _find_neighbours(found.player) if one in flags]
    others = [one for one in dict.fromkeys([*sorted(pairs), *members]) if one != found.player]
    full = _find_in_full_cases([found.player, *others])
    if found.player in full:
        return []
    return [one for one in others if one not in full][: MOST_PLAYERS - 1]


def _find_neighbours(player: int) -> list[int]:
    """Return the flagged players of the same group who are next to the player by number, at most `MOST_PLAYERS`."""
    component = LinkedAccount.objects.filter(player=player).values("component")[:1]
    current = Flag.objects.filter(player=OuterRef("player"), state=Flag.State.CURRENT)
    group = LinkedAccount.objects.filter(Exists(current), component=Subquery(component))
    half = MOST_PLAYERS // 2
    before = group.filter(player__lt=player).order_by("-player").values_list("player", flat=True)
    after = group.filter(player__gt=player).order_by("player").values_list("player", flat=True)
    return sorted([*before[:half], *after[:half]])


def has_open_case(player_id: int) -> bool:
    """Return whether a case about the player is open, or holds a withdrawal."""
    return CasePlayer.objects.filter(player=player_id, is_open=True).exists()


def _find_in_full_cases(players: Iterable[int]) -> set[int]:
    rows = CasePlayer.objects.filter(player__in=list(players), is_open=True)
    cases = Case.objects.filter(pk__in=rows.values("case")).annotate(size=Count("players"))
    full = list(cases.filter(size__gte=MOST_PLAYERS).values_list("pk", flat=True))
    return set(rows.filter(case__in=full).values_list("player_id", flat=True)) if full else set()


def find_unopened_samples() -> list[BlindSample]:
    """Return the blind samples without a case, oldest first."""
    opened = {about.removeprefix("sample ") for about in list_abouts(CaseOrigin.SAMPLE)}
    return [one for one in BlindSample.objects.order_by("pk") if str(one.pk) not in opened]


def list_abouts(origin: CaseOrigin) -> list[str]:
    """Return what cases of this origin were opened for, and what joined open cases. Two queries."""
    opened = Case.objects.filter(origin=origin).values_list("about", flat=True)
    joined = CaseSource.objects.filter(origin=origin).values_list("about", flat=True)
    return [*opened, *joined]


def find_unopened_incidents() -> list[int]:
    """Return the numbers of events that a seed was read outside dealing (INT2) without a case, oldest first."""
    known = Case.objects.filter(kind=CaseTopic.STAFF).values_list("about", flat=True)
    opened = {about.removeprefix("event ") for about in known}
    events = Event.objects.filter(kind=SEED_READ).order_by("pk").values_list("pk", flat=True)
    return [number for number in events if str(number) not in opened]
