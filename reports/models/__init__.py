"""Sums of closed days and hours (`reports.services.closing`). Append-only.

Test accounts have rows of their own, which reports leave out by default; only `DayOfHands`, for players' own
statistics, includes play money. Amounts are units of 10^-4 of `currency`; `*_usd` are units of 10^-4 USD at the rates
stored at the time.
"""

from reports.models.archive import ArchivedDay, DayReview, DayReviewDecision
from reports.models.closing import ClosedDay, ClosedHour, ClosedPart, Passed
from reports.models.decisions import DayOfDecisions, DayOfStakes, JudgedRound
from reports.models.draws import DayOfDraws
from reports.models.exports import Export, Piece
from reports.models.hands import DayOfHands
from reports.models.money import DayOfExchange, DayOfMoney, DayOfRates, DayOfUsedRates
from reports.models.others import DayOfEvents, DayOfPoints, DayOfShoes
from reports.models.play import (
    DayOfGames,
    DayOfPlayer,
    DayOfSides,
    HourOfGames,
    NotedRound,
    Segment,
)
from reports.models.standards import StandardLook

__all__ = [
    "ArchivedDay",
    "ClosedDay",
    "ClosedHour",
    "ClosedPart",
    "DayOfDecisions",
    "DayOfDraws",
    "DayOfEvents",
    "DayOfExchange",
    "DayOfGames",
    "DayOfHands",
    "DayOfMoney",
    "DayOfPlayer",
    "DayOfPoints",
    "DayOfRates",
    "DayOfShoes",
    "DayOfSides",
    "DayOfStakes",
    "DayOfUsedRates",
    "DayReview",
    "DayReviewDecision",
    "Export",
    "HourOfGames",
    "JudgedRound",
    "NotedRound",
    "Passed",
    "Piece",
    "Segment",
    "StandardLook",
]
