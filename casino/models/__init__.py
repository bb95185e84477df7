"""Models of play. Amounts are units of 10^-4 of the round's currency (`wallet.money.values`).

Hidden cards are never stored. A running round has its bets and decisions only; its cards are recomputed from
the shoe's sealed seed when needed (`casino.fairness.selectors.dealing`). The triggers in `sql/guards.sql`
enforce which columns may change once and which never.
"""

from casino.models.deals import Deal
from casino.models.fairness_log import LogLine
from casino.models.freezes import Freeze, FreezeDecision
from casino.models.live import Clock, Seat, TableWatch, WaitingPlayer
from casino.models.notices import Notice
from casino.models.origins import Origin
from casino.models.outages import Outage, ProcessMark
from casino.models.places import REVEALED, Participant, Place, Shoe
from casino.models.rounds import DECIDED_AFTER, Bet, Decision, FollowerStake, Hint, Round
from casino.models.turns import Answer, Arrival, EarlyDecision
from casino.models.voids import Act, Treatment, Void, VoidReason, VoidStep
from casino.models.wagers import SeatSeal, SeedExchange, Wager, WagerBet

__all__ = [
    "DECIDED_AFTER",
    "REVEALED",
    "Act",
    "Answer",
    "Arrival",
    "Bet",
    "Clock",
    "Deal",
    "Decision",
    "EarlyDecision",
    "FollowerStake",
    "Freeze",
    "FreezeDecision",
    "Hint",
    "LogLine",
    "Notice",
    "Origin",
    "Outage",
    "Participant",
    "Place",
    "ProcessMark",
    "Round",
    "Seat",
    "SeatSeal",
    "SeedExchange",
    "Shoe",
    "TableWatch",
    "Treatment",
    "Void",
    "VoidReason",
    "VoidStep",
    "Wager",
    "WagerBet",
    "WaitingPlayer",
]
