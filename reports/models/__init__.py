"""Days and hours that are over, summed up once (`reports.services.closing`), and never written again.

Every row says whether it is of test accounts, which no report counts unless it is asked for them, and play money
is in none: but for `DayOfHands`, of which only players' own statistics are made.
Amounts are units of 10^-4 of `currency`, those in `*_usd` of a US dollar at the rates that were stored with what happened.
"""

from reports.models.closing import ClosedDay, ClosedHour, ClosedPart, Passed
from reports.models.decisions import DayOfDecisions, DayOfStakes, JudgedRound
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

__all__ = [
    "ClosedDay",
    "ClosedHour",
    "ClosedPart",
    "DayOfDecisions",
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
    "Export",
    "HourOfGames",
    "JudgedRound",
    "NotedRound",
    "Passed",
    "Piece",
    "Segment",
]
