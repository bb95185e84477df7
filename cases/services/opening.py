"""Open cases, and let new flags join and raise them. One case of a kind is open for a player or a group at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from cases.models import (
    Case,
    CaseFlag,
    CaseOrigin,
    CasePlayer,
    CaseSeverity,
    CaseSource,
    CaseStatus,
    CaseTopic,
)
from cases.refusals import CaseOpenAlready, NotOwnCase
from cases.selectors.queue import shows_score
from cases.selectors.scores import kinds_of_signal, score_flags
from cases.services.steps import bring_back, record_case_event, take_step
from cases.values import DUE_HOURS, VIEW_RIGHTS, severity_of_score
from detection.models import Flag
from journal.models import EventKind
from journal.refusals import NotFound

_ONE_OPEN: Final = "cases_one_open"
_ORDER: Final = tuple(CaseSeverity)


@dataclass(frozen=True, slots=True)
class CaseOpening:
    """What a case is opened for: its players, the first of whom leads, and why."""

    kind: CaseTopic
    players: tuple[int, ...]
    origin: CaseOrigin
    score: int = 0
    severity: CaseSeverity | None = None
    reason: str = ""
    about: str = ""


def open_or_join(
    opening: CaseOpening, flags: Iterable[Flag] = (), *, now: datetime | None = None
) -> tuple[Case, bool]:
    """Return the open case of these players and whether it is new; flags join it and raise it. Safe to run twice.

    Another worker that opens the same case first wins: the database allows one.
    """
    found = find_open_case(opening.kind, opening.players)
    made = False
    if found is None:
        try:
            with transaction.atomic():
                found, made = _create(opening, None, now or timezone.now()), True
        except IntegrityError as error:
            found = find_open_case(opening.kind, opening.players)
            if _ONE_OPEN not in str(error) or found is None:
                raise
    moment = now or timezone.now()
    add_players(found, opening.players)
    if add_flags(found, list(flags), moment, tell=not made) and not made:
        bring_back(found, OwnReason.FLAGGED_ANEW, moment)
    return found, made


def add_source(case: Case, opening: CaseOpening) -> bool:
    """Record that a sample, dispute or duplicate joined an open case, once. Return whether it is new.

    There is no event of it: the events of a case would tell a blind sample from a suspicion.
    """
    _source, is_new = CaseSource.objects.get_or_create(
        origin=opening.origin, about=opening.about, defaults={"case": case}
    )
    return is_new


@transaction.atomic
def open_by_hand(opening: CaseOpening, *, acting_user: User, reason: str) -> Case:
    """Open a case by hand. Raises NotPermitted, NotFound (a kind that they may not see), ReasonMissing, NotOwnCase, CaseOpenAlready."""
    require(acting_user, Right.WORK_CASES)
    reason = require_reason(reason)
    if VIEW_RIGHTS[opening.kind] not in load_rights(acting_user):
        raise NotFound
    if acting_user.pk in opening.players:
        raise NotOwnCase
    if User.objects.filter(pk__in=opening.players, is_staff=False).count() != len(opening.players):
        raise NotFound
    if opening.players and find_open_case(opening.kind, opening.players):
        raise CaseOpenAlready
    origin = opening.origin if opening.about else CaseOrigin.HAND
    asked = CaseOpening(
        opening.kind,
        opening.players,
        origin,
        opening.score,
        opening.severity,
        reason,
        opening.about,
    )
    try:
        with transaction.atomic():
            case = _create(asked, acting_user, timezone.now())
    except IntegrityError as error:
        if _ONE_OPEN in str(error):
            raise CaseOpenAlready from error
        raise
    if opening.players:
        current = Flag.objects.filter(player__in=opening.players, state=Flag.State.CURRENT)
        add_flags(
            case,
            [one for one in current if opening.kind in kinds_of_signal(one.signal)],
            timezone.now(),
            tell=False,
        )
    return case


def find_open_case(kind: CaseTopic, players: Sequence[int]) -> Case | None:
    """Return the open case of this kind that one of the players belongs to, the oldest first."""
    rows = CasePlayer.objects.filter(kind=kind, player__in=players, is_open=True)
    found = rows.select_related("case").order_by("case").first()
    return found.case if found else None


def _create(opening: CaseOpening, acting_user: User | None, now: datetime) -> Case:
    severity = opening.severity or severity_of_score(opening.score)
    case = Case.objects.create(
        kind=opening.kind,
        origin=opening.origin,
        opened_by=acting_user,
        reason=opening.reason,
        about=opening.about,
        score_at_opening=opening.score,
        score=opening.score,
        severity=severity,
        due_at=now + timedelta(hours=DUE_HOURS[severity]),
    )
    take_step(case, CaseStatus.NEW, acting_user)
    for place, player in enumerate(dict.fromkeys(opening.players)):
        CasePlayer.objects.create(
            case=case, player_id=player, kind=opening.kind, is_lead=place == 0
        )
    record_case_event(EventKind.CASE_OPENED, case, acting_user, {"severity": severity.value})
    return case


def add_players(case: Case, players: Iterable[int]) -> None:
    """Add players to an open case; those who have another open case of the kind stay there."""
    known = set(CasePlayer.objects.filter(case=case).values_list("player_id", flat=True))
    taken = CasePlayer.objects.filter(kind=case.kind, is_open=True).exclude(case=case)
    wanted = [one for one in dict.fromkeys(players) if one not in known]
    elsewhere = set(taken.filter(player__in=wanted).values_list("player_id", flat=True))
    for player in wanted:
        if player not in elsewhere:
            CasePlayer.objects.create(
                case=case, player_id=player, kind=case.kind, is_lead=not known
            )
            known.add(player)


@transaction.atomic
def add_flags(case: Case, flags: Sequence[Flag], now: datetime, *, tell: bool) -> int:
    """Add flags that the case does not have, raise its score and severity, and return how many joined."""
    present = set(CaseFlag.objects.filter(case=case).values_list("flag_id", flat=True))
    joining = [one for one in flags if one.pk not in present]
    rows = CaseFlag.objects.bulk_create(
        [CaseFlag(case=case, flag=one) for one in joining], ignore_conflicts=True
    )
    if not rows:
        return 0
    locked = Case.objects.select_for_update(no_key=True).get(pk=case.pk)
    _raise_score(locked, now)
    case.refresh_from_db()
    if tell and shows_score(case):  # undecided suspicions say nothing: blind samples have no flags
        record_case_event(
            EventKind.CASE_RAISED,
            case,
            None,
            {"code": ",".join(sorted({one.signal for one in joining}))},
        )
    return len(rows)


def _raise_score(case: Case, now: datetime) -> None:
    flags = Flag.objects.filter(case_flags__case=case, state=Flag.State.CURRENT)
    score = max(case.score, score_flags(flags))
    severity = max(case.severity_of, severity_of_score(score), key=_ORDER.index)
    due_at = case.due_at
    if severity != case.severity:
        due_at = min(due_at, now + timedelta(hours=DUE_HOURS[severity]))
    if (score, severity, due_at) != (case.score, case.severity, case.due_at):
        case.score, case.severity, case.due_at = score, severity, due_at
        case.save(update_fields=["score", "severity", "due_at"])
