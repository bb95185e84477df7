"""What decisions that differ from the chart gained, measured once the shoe's seed is public (INT1).

An open shoe's seed is never decrypted here: the cards that would have come are drawn from the revealed seed.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from django.db import transaction

from blackjack.actions import Action
from blackjack.cards import CARDS, Card
from blackjack.strategy import Chart
from casino.fairness.selectors.replays import (
    load_live_deal_plays,
    recompute_deal_draws,
    redraw_cards,
    replay_round,
)
from casino.models import Decision, Round, Shoe
from casino.refusals import ReplayDiffers
from casino.values.charts import read_chart
from detection.models import FoundDeviation, Watermark
from detection.selectors.finished_rounds import ChosenRounds, read_rounds
from detection.selectors.rules import advise_decisions
from detection.selectors.thresholds import find_thresholds
from detection.services.building import make_due
from detection.services.completing import complete_columns
from detection.services.recording import Judged, record_judgements
from journal.services.program_errors import is_transient
from signals.catalogue import SIGNALS
from signals.columns import DealMark
from signals.deviations import Deviation, measure_deviation
from signals.outcomes import Outcome, OutcomeStatus
from signals.playouts import Playout
from tables.models import RuleSetVersion
from tables.selectors.tables import find_mathematics
from wallet.money.values import PLAY_MONEY, SCALE_DIGITS

AT_ONCE: Final = 100
"""Shoes of one transaction."""

OVERLAP: Final = timedelta(minutes=10)
"""Shoes closed this long before the last one measured are looked at again: they may have been committed later."""

Cell: TypeAlias = tuple[int, int, int]
"""Spot, action and the chart's action, as in `signals.columns.Decisions`."""

_NAME: Final = "revealed shoes"
_LOG = logging.getLogger(__name__)


def measure_revealed_shoes() -> int:
    """Measure the deviations of all shoes revealed since the last run. Returns how many were found."""
    found = 0
    while True:
        shoes, new = _measure_some()
        found += new
        if shoes < AT_ONCE:
            return found


@transaction.atomic
def _measure_some() -> tuple[int, int]:
    """Measure the next shoes. Returns the number of shoes and of deviations."""
    Watermark.objects.get_or_create(name=_NAME)
    mark = Watermark.objects.select_for_update().get(name=_NAME)
    revealed = Shoe.objects.filter(server_seed__isnull=False).order_by("closed_at", "pk")
    if mark.at is not None:
        revealed = revealed.filter(closed_at__gte=mark.at - OVERLAP)
    seen = set(mark.notes)
    shoes = list(revealed.exclude(pk__in=seen)[:AT_ONCE])
    if not shoes:
        return 0, 0
    failures: dict[int, str] = {}
    rows = _try_shoes(shoes, failures)
    FoundDeviation.objects.bulk_create(rows, ignore_conflicts=True)
    make_due(sorted({row.player_id for row in rows}))
    _record_failures(failures)  # last: who judges players has them locked and then counts outcomes
    _move_mark(mark, shoes)
    return len(shoes), len(rows)


def _move_mark(mark: Watermark, shoes: list[Shoe]) -> None:
    """Note how far shoes were read, and those of the overlap that need not be read again."""
    last = max(shoe.closed_at for shoe in shoes if shoe.closed_at is not None)
    mark.at = max(mark.at, last) if mark.at is not None else last
    recent = Shoe.objects.filter(
        pk__in=[*mark.notes, *(shoe.pk for shoe in shoes)], closed_at__gte=mark.at - OVERLAP
    )
    mark.notes = sorted(recent.values_list("pk", flat=True))
    mark.save(update_fields=["at", "notes"])


def _try_shoes(shoes: Sequence[Shoe], failures: dict[int, str]) -> list[FoundDeviation]:
    """Measure the shoes. If one cannot be measured the others are; it is added to `failures` with the name of its error.

    Raises transient errors: a later run measures the shoes.
    """
    try:
        with transaction.atomic():
            return list(_measure(shoes))
    except Exception as error:  # any error: the other shoes must be measured
        if is_transient(error):
            raise
        if len(shoes) > 1:
            return [row for shoe in shoes for row in _try_shoes([shoe], failures)]
        _LOG.exception("shoe %s could not be measured", shoes[0].pk)
        failures[shoes[0].pk] = type(error).__name__
        return []


def _record_failures(failures: Mapping[int, str]) -> None:
    """Record the outcome `error` for the players of these shoes."""
    signal = SIGNALS["INT1"]
    thresholds = find_thresholds(signal)
    rounds = Round.objects.filter(deal__shoe__in=failures).order_by("player")
    record_judgements(
        [
            Judged(player, signal, Outcome(OutcomeStatus.ERROR, reason=failures[shoe]), thresholds)
            for player, shoe in rounds.values_list("player", "deal__shoe").distinct()
        ]
    )


def _measure(shoes: Iterable[Shoe]) -> Iterator[FoundDeviation]:
    rounds = Round.objects.filter(deal__shoe__in=list(shoes), status=Round.Status.COMPLETED)
    ids = list(rounds.exclude(currency=PLAY_MONEY).values_list("pk", flat=True))
    deals, decisions = complete_columns(*read_rounds(ChosenRounds(ids)))
    if not len(decisions["row"]):
        return
    advised = advise_decisions(decisions, deals["version"][decisions["row"]])
    deviating = _find_deviating(deals, decisions, advised)
    chosen = np.unique(deals["round"][decisions["row"][deviating]]).tolist()
    cells = zip(
        *(
            column[deviating].tolist()
            for column in (decisions["spot"], decisions["action"], advised)
        ),
        strict=True,
    )
    wanted = dict(zip(decisions["decision"][deviating].tolist(), cells, strict=True))
    for round_ in _load_rounds(chosen):
        yield from _measure_round(round_, wanted)


def _find_deviating(deals: Any, decisions: Any, advised: Any) -> Any:
    """Mask of the player's own decisions that differ from the chart, in rounds for money."""
    rows = decisions["row"]
    real = deals["marks"][rows] & int(DealMark.PLAY_MONEY) == 0
    own = decisions["marks"] == 0
    return own & real & (advised >= 0) & (advised != decisions["action"])


def _load_rounds(ids: list[int]) -> list[Round]:
    rounds = Round.objects.filter(pk__in=ids).select_related(
        "deal__shoe__version", "version", "place"
    )
    return list(rounds.prefetch_related("bets").order_by("deal__shoe", "deal__nonce"))


def _measure_round(round_: Round, wanted: Mapping[int, Cell]) -> Iterator[FoundDeviation]:
    playout = _find_playout(round_.version_id)
    if playout is None:
        return
    made = list(Decision.objects.filter(deal=round_.deal_id).order_by("step"))
    draw = redraw_cards(round_, recompute_deal_draws(round_.deal.shoe, round_.deal.nonce)).draw
    live = load_live_deal_plays([round_]).get(round_.deal_id)
    try:
        states = replay_round(round_, round_.bets.all(), [one.action for one in made], draw, live)
    except ReplayDiffers:
        return  # reported by the recount
    gone = count_gone(round_)
    for place, one in enumerate(made):
        if one.pk in wanted:
            action = Action.parse(one.action, SCALE_DIGITS)
            found = measure_deviation(states[place], action, playout, round_.bettor_by_box, gone)
            yield _row(round_, one, found, wanted[one.pk])


def _row(round_: Round, decision: Decision, found: Deviation, cell: Cell) -> FoundDeviation:
    spot, action, advised = cell
    return FoundDeviation(
        decision=decision,
        player_id=round_.player_id,
        round_id=round_.pk,
        shoe_id=round_.deal.shoe_id,
        made_at=decision.made_at,
        gain=found.gain,
        values=[float(one) for one in found.values],
        chances=[float(one) for one in found.chances],
        right=bool(found.right),
        right_chance=float(found.right_chance),
        cost=float(found.cost),
        spot=spot,
        action=action,
        advised=advised,
    )


def count_gone(round_: Round) -> list[int]:
    """Return how many of each card, by `Card.index`, were seen to leave the shoe before the round's deal."""
    counts = [0] * len(CARDS)
    if round_.version.rules.finite_decks is None:
        return counts
    earlier = round_.deal.shoe.deals.filter(nonce__lt=round_.deal.nonce, cards__isnull=False)
    for cards in earlier.values_list("cards", flat=True):
        for code in cards or []:
            counts[Card.parse(code).index] += 1
    return counts


def _find_playout(version: int) -> Playout | None:
    row = RuleSetVersion.objects.get(pk=version)
    chart = read_chart(find_mathematics(row))
    return None if chart is None else _make_playout(version, chart.to_json())


@lru_cache(maxsize=256)
def _make_playout(version: int, chart: str) -> Playout:
    return Playout(RuleSetVersion.objects.get(pk=version).rules, Chart.from_json(chart))
