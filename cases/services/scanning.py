"""The minute's scan of current flags: it holds withdrawals and opens cases. It may run twice; one runs at a time."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Final

from django.db import connection, transaction

from accounts.identity.selectors.duplicate_accounts import undecided_pairs
from cases.models import Case, CaseOrigin, CaseSeverity, CaseSource, CaseTopic
from cases.selectors.openings import (
    find_group,
    find_kinds_to_open,
    find_unopened_incidents,
    find_unopened_samples,
    find_unseen_flags,
)
from cases.selectors.scores import PlayerFlags, load_current_flags, score_flags
from cases.services.opening import CaseOpening, add_source, open_or_join
from cases.services.site_holds import hold_withdrawals
from casino.services.isolation import run_isolated
from compliance.models import Dispute, DisputeState, DisputeSubject
from internals.postgresql.direct import direct_session
from signals.scores import FLAGGED_FROM

_DISPUTED: Final = (DisputeSubject.ROUND, DisputeSubject.MONEY)
_LOCK: Final = 7434  # advisory lock: one scan at a time
Flags = Mapping[int, PlayerFlags]


def scan_flags(now: datetime) -> bool:
    """Hold withdrawals and open cases for the current flags, loaded once. Return False if another scan runs: it does both."""
    with direct_session(), _try_lock() as is_alone:
        if is_alone:
            flags = load_current_flags()
            hold_withdrawals(now, flags)
            open_cases(now, flags)
        return is_alone


@contextmanager
def _try_lock() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        is_alone = bool(cursor.fetchone()[0])
    try:
        yield is_alone
    finally:
        if is_alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


def open_cases(now: datetime, flags: Flags | None = None) -> int:
    """Open cases for scores, samples, disputes of flagged players and possible duplicates. Return how many are new.

    `flags` are those of all players if they are loaded already.
    """
    current = load_current_flags() if flags is None else flags
    made = sum(
        run_isolated(
            f"no case for player {one.player}", partial(_open_for_flags, one, current, now)
        )
        for one in current.values()
    )
    return made + sum(
        run_isolated(f"no case for {about.about}", partial(_open_about, about, now))
        for about in _openings_about(current)
    )


@transaction.atomic
def _open_for_flags(found: PlayerFlags, flags: Flags, now: datetime) -> bool:
    opened = False
    for kind in find_kinds_to_open(found):
        own = found.of_kind(kind)
        if not find_unseen_flags(kind, own):
            continue
        linked = find_group(found, flags) if kind != CaseTopic.PROTECTION else ()
        players = (*found.players, *linked)
        opening = CaseOpening(kind, players, CaseOrigin.SCORE, score_flags(own))
        opened |= open_or_join(opening, own, now=now)[1]
    return opened


def _openings_about(flags: Flags) -> Iterator[CaseOpening]:
    """Yield the openings for seeds read outside dealing, samples, disputes and duplicates that no case has yet."""
    for number in find_unopened_incidents():
        yield CaseOpening(
            CaseTopic.STAFF,
            (),
            CaseOrigin.SCORE,
            severity=CaseSeverity.HIGH,
            about=f"event {number}",
        )
    for sample in find_unopened_samples():
        yield CaseOpening(
            CaseTopic.FRAUD,
            (sample.player_id,),
            CaseOrigin.SAMPLE,
            severity=CaseSeverity.MEDIUM,  # as a score of 60 has
            about=f"sample {sample.pk}",
        )
    flagged = [player for player, one in flags.items() if one.score >= FLAGGED_FROM]
    waiting = Dispute.objects.filter(
        state=DisputeState.OPEN, subject__in=_DISPUTED, player__in=flagged
    )
    for dispute in waiting.order_by("pk"):
        yield CaseOpening(
            CaseTopic.FRAUD,
            (dispute.player_id,),
            CaseOrigin.DISPUTE,
            flags[dispute.player_id].score,
            about=f"dispute {dispute.pk}",
        )
    for pair in undecided_pairs():
        yield CaseOpening(
            CaseTopic.FRAUD,
            (pair.newer_id, pair.other_id),
            CaseOrigin.DUPLICATE,
            about=f"double {pair.pk}",
        )


@transaction.atomic
def _open_about(opening: CaseOpening, now: datetime) -> bool:
    known = {"origin": opening.origin, "about": opening.about}
    if Case.objects.filter(**known).exists() or (
        opening.players and CaseSource.objects.filter(**known).exists()
    ):
        return False
    own = load_current_flags(opening.players)
    flags = {flag.pk: flag for one in own.values() for flag in one.of_kind(opening.kind)}
    case, is_new = open_or_join(opening, flags.values(), now=now)
    if not is_new:
        add_source(case, opening)
    return is_new
