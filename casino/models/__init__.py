"""What play leaves behind. Amounts are units of 10^-4 of the round's currency (`wallet.money.values`).

Nothing hidden is stored: of a live round there are its bets and decisions, and the cards are computed again from the shoe's
sealed seed whenever they are needed (`casino.fairness.selectors.dealing`). What may change once, and what never, is kept by the triggers of
`sql/guards.sql`.
"""

from casino.models.deals import Deal
from casino.models.fairness_log import LogLine
from casino.models.freezes import Freeze, FreezeDecision
from casino.models.live import Clock, Seat, WaitingPlayer
from casino.models.notices import Notice
from casino.models.origins import Origin
from casino.models.outages import Outage, ProcessMark
from casino.models.places import Participant, Place, Shoe
from casino.models.rounds import Bet, Decision, FollowerStake, Hint, Round
from casino.models.turns import Answer, Arrival, EarlyDecision
from casino.models.voids import Act, Treatment, Void, VoidReason, VoidStep
from casino.models.wagers import SeatSeal, SeedExchange, Wager, WagerBet

__all__ = [
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
    "Treatment",
    "Void",
    "VoidReason",
    "VoidStep",
    "Wager",
    "WagerBet",
    "WaitingPlayer",
]
