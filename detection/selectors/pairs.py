"""Pairs of players at live tables: who plays together, and what a pair's signals read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

import numpy as np
from django.db import connection

from blackjack.keys import BOX
from casino.models import Round
from casino.values.play_money import convert_round_money
from detection.selectors.kept_rows import load_kept_rows
from detection.selectors.links import are_linked
from detection.selectors.units import find_voided, load_units
from journal.selectors.gaming_days import day_of
from signals.columns import DealMark
from signals.pairs import BoxResults, PlayerPair, SharedBoxes, Side, find_shared_boxes
from signals.rows import keep_deals, real_deals
from wallet.money.values import PLAY_MONEY

FEWEST_SHARED: Final = 50

_PAIRS: Final = """
    SELECT one.player_id, other.player_id, count(*)
    FROM casino_round one
    JOIN casino_place place ON place.id = one.place_id AND place.player_id IS NULL
    JOIN casino_round other ON other.deal_id = one.deal_id AND other.player_id > one.player_id
    LEFT JOIN detection_linkedaccount mine ON mine.player_id = one.player_id
    LEFT JOIN detection_linkedaccount theirs
        ON theirs.player_id = other.player_id AND theirs.component = mine.component
    WHERE one.started_at >= %(since)s AND one.currency <> %(play)s AND other.currency <> %(play)s
        AND one.status = 'completed' AND other.status = 'completed'
    GROUP BY 1, 2
    HAVING max(one.started_at) >= %(active)s
        AND (count(*) >= %(fewest)s OR count(theirs.player_id) > 0)
    ORDER BY 1, 2
"""


class FoundPair(NamedTuple):
    """Two players, the lower id first, and the deals they shared."""

    one: int
    other: int
    deals: int


def find_pairs(since: datetime, active_since: datetime | None = None) -> list[FoundPair]:
    """Return pairs with 50 deals together since then, and linked pairs with any; with a deal after `active_since`.

    One query, which reads the rounds at live tables since then with those of their deals.
    """
    values: dict[str, Any] = {
        "since": since,
        "active": active_since or since,
        "play": PLAY_MONEY,
        "fewest": FEWEST_SHARED,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, values)
        return [FoundPair(*row) for row in cursor.fetchall()]


def load_pair(one: int, other: int, since: datetime) -> PlayerPair:
    """Return what the signals about two players read, from a moment on. Voided rounds are left out."""
    linked = are_linked(one, other)
    boxes = _load_shared_boxes(one, other, since) if linked else SharedBoxes.empty()
    return PlayerPair(_load_side(one, since), _load_side(other, since), linked, boxes)


def _load_side(player_id: int, since: datetime) -> Side:
    rows = load_kept_rows(player_id, load_units(player_id), day_of(since))
    history = rows.history
    recent = real_deals(history) & (history.deals.at >= since.timestamp())
    deals = keep_deals(history, recent).deals
    live = deals.take((deals.marks & int(DealMark.LIVE)) > 0)
    return Side(str(player_id), int(np.count_nonzero(deals.played)), live)


def _load_shared_boxes(one: int, other: int, since: datetime) -> SharedBoxes:
    return find_shared_boxes(_load_boxes(one, other, since), _load_boxes(other, one, since))


def _load_boxes(player_id: int, other: int, since: datetime) -> BoxResults:
    """Results by box of a player's rounds in deals with the other."""
    rounds = Round.objects.filter(
        player=player_id,
        started_at__gte=since,
        status=Round.Status.COMPLETED,
        place__player__isnull=True,
        deal__rounds__player=other,
    ).exclude(currency=PLAY_MONEY)
    voided = set(find_voided(player_id))
    rows = [
        row for round_ in rounds.iterator() if round_.pk not in voided for row in _box_rows(round_)
    ]
    if not rows:
        return BoxResults.empty()
    deal, box, number, at, net = zip(*rows, strict=True)
    return BoxResults(
        _whole(deal), _whole(box), _whole(number), np.array(at, np.float64), _whole(net)
    )


def _box_rows(round_: Round) -> Iterable[tuple[int, int, int, float, int]]:
    at = round_.started_at.timestamp()
    for seat in (round_.result or {}).get("seats", ()):
        net = round_.money(seat["returned"] - seat["staked"])
        units = convert_round_money(net, round_.tasa_cambio)
        yield round_.deal_id, seat[BOX], round_.pk, at, units


def _whole(values: Iterable[int]) -> Any:
    return np.array(list(values), np.int64)
