"""The game as a library: pure Python, no clock, no chance, no database.

A deal is a value. `Deal.start` takes `Rules`, the `Bet` of each box and a function that gives card number k of the
deal, and goes on to the first decision; `Deal.play` takes a decision and gives the deal after it; `legal_actions`
says what may be decided, `public()` what everyone at the table sees. The same inputs always give the same value.

Amounts are whole units of the caller's choice; nothing is rounded, so a stake whose payouts would not be whole is
refused (`smallest_unit` says which stakes are exact). Cards come from outside: a list, or a `Shoe` that computes them
from published seeds. What is refused is raised as an error with a stable `code` beside its words.

The names of the library are below; docs/rules-library.md is the manual with worked examples, and `python -m blackjack`
plays deals from files (`blackjack.replay`), prints rule sets (`blackjack.summary` says one in a line) and verifies
transcripts.
"""

from blackjack.actions import VERBS, Action, IllegalAction, Turn
from blackjack.amounts import MONEY_PLACES, AmountError, decimal_text, parse_amount
from blackjack.bets import Behind, Bet, BetError, Box, exact_places, smallest_unit
from blackjack.cards import CARDS, Card, CardError
from blackjack.checks import CheckResult
from blackjack.deal import Deal, DealNotOverError, Draw
from blackjack.extremes import maximum_exposure, maximum_payout
from blackjack.fairness import SeedError, commitment, entropy, salt_from_text, seat_seed
from blackjack.hands import Hand, Total, total_of
from blackjack.presets import PRESETS, preset, rules_from
from blackjack.rules import FIELDS, Rules, RulesError, UnknownFieldError
from blackjack.shoe import DealCards, Shoe, must_close
from blackjack.strict_json import MalformedError
from blackjack.verification import verify
from blackjack.view import with_decimals

__all__ = [
    "CARDS",
    "FIELDS",
    "MONEY_PLACES",
    "PRESETS",
    "VERBS",
    "VERSION",
    "Action",
    "AmountError",
    "Behind",
    "Bet",
    "BetError",
    "Box",
    "Card",
    "CardError",
    "CheckResult",
    "Deal",
    "DealCards",
    "DealNotOverError",
    "Draw",
    "Hand",
    "IllegalAction",
    "MalformedError",
    "Rules",
    "RulesError",
    "SeedError",
    "Shoe",
    "Total",
    "Turn",
    "UnknownFieldError",
    "commitment",
    "decimal_text",
    "entropy",
    "exact_places",
    "maximum_exposure",
    "maximum_payout",
    "must_close",
    "parse_amount",
    "preset",
    "rules_from",
    "salt_from_text",
    "seat_seed",
    "smallest_unit",
    "total_of",
    "verify",
    "with_decimals",
]

VERSION = "1.2"
"""The version of the rules as they are programmed, stored with every round and with all mathematics.

Raised whenever a deal would go, or a figure come out, otherwise than before: figures of another version are computed anew.
"""
