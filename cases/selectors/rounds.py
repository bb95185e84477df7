"""The rounds behind a case or behind one of its signals, and whether their cards follow from the seed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import QuerySet

from cases.models import Case, CaseTopic
from cases.selectors.evidence import load_judged_rounds
from cases.selectors.queue import shows_score
from casino.models import Round
from casino.rounds.selectors.hand_facts import (
    build_unreplayed_facts,
    prefetch_play,
    redraw_round_cards,
)
from casino.voids.selectors.voiding import is_voided
from compliance.hands.selectors.proofs import ProofOutcome, prove_seed
from detection.models import Flag
from journal.models import Event


def find_case_rounds(
    case: Case, players: Sequence[int], signal: str = ""
) -> QuerySet[Round, Round]:
    """Return the rounds behind a case's flags, or behind one signal's judgement.

    Without flags those of a staff incident's shoe, else all of the players.
    """
    if signal:
        return _list_rows(Round.objects.filter(pk__in=_find_behind(case, players, signal)))
    if shoe := _find_incident_shoe(case):
        return _list_rows(Round.objects.filter(deal__shoe__public_id=shoe))
    if numbers := find_flagged(case):
        return _list_rows(Round.objects.filter(pk__in=numbers))
    return _list_rows(Round.objects.filter(player__in=players))


def _list_rows(rounds: QuerySet[Round, Round]) -> QuerySet[Round, Round]:
    rows = rounds.select_related("player", "place__table").annotate(voided=is_voided())
    return rows.defer("result", "limits_at_deal")


def find_flagged(case: Case, signal: str = "") -> set[int]:
    """Return the ids of the rounds behind the flags of a case, or those of one signal. One query."""
    flags = Flag.objects.filter(case_flags__case=case)
    if signal:
        flags = flags.filter(signal=signal)
    return {number for rounds in flags.values_list("rounds", flat=True) for number in rounds}


def _find_behind(case: Case, players: Sequence[int], signal: str) -> set[int]:
    """Rounds of a flag, else of the judgement made again; of a case that shows no score always the latter.

    A blind sample has no flags and must look the same.
    """
    found = find_flagged(case, signal) if shows_score(case) else set()
    return found or set(load_judged_rounds(case, players[0], signal) if players else ())


def _find_incident_shoe(case: Case) -> UUID | None:
    """Return the shoe of a staff incident: its rounds list the players whom it may concern."""
    kind, _blank, number = case.about.partition(" ")
    if case.kind != CaseTopic.STAFF or kind != "event" or not number.isdigit():
        return None
    event = Event.objects.filter(pk=int(number)).first()
    head, _blank, reference = event.subject.partition(" ") if event else ("", "", "")
    try:
        return UUID(reference) if head == "shoe" else None
    except ValueError:
        return None


def load_flagged_rounds(case: Case, most: int) -> list[Round]:
    """Return the rounds behind the flags of a case, oldest first, at most this many of the newest."""
    numbers = sorted(find_flagged(case))[-most:]
    rows = _list_rows(Round.objects.filter(pk__in=numbers))
    return list(rows.order_by("started_at", "pk"))


def check_seeds(rounds: Iterable[Round]) -> Mapping[int, ProofOutcome]:
    """Return by id whether the seed was promised and draws the cards stored. Four queries, and one for each closed shoe."""
    finished = [one.pk for one in rounds if one.status == Round.Status.COMPLETED]
    found = {}
    for round_ in prefetch_play(Round.objects.filter(pk__in=finished)):
        hand = replace(build_unreplayed_facts(round_), drawn=redraw_round_cards(round_))
        found[round_.pk] = prove_seed(hand)
    return found
