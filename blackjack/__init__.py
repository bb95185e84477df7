"""Blackjack rules engine in pure Python: deterministic, without clock, randomness or database.

A deal is an immutable value. `Deal.start` takes `Rules`, the `Bet` of each box and a function that
returns card number k of the deal, and advances to the first decision. `Deal.play` applies an action
and returns the next deal. `legal_actions` lists the legal verbs, `public()` returns what everyone
at the table sees. Equal inputs give equal values.

Amounts are whole units chosen by the caller. Nothing is rounded: a stake whose payouts would not be
whole is rejected (`smallest_unit` returns the multiple that stakes need). Cards come from outside:
a list, or a `Shoe` that computes them from published seeds. Rejected input raises an error with a
stable `code` and a message.

The public names are below. docs/rules-library.md is the manual with worked examples.
`python -m blackjack` plays deals from files (`blackjack.replay`), prints rule sets
(`blackjack.summary` describes one in a line) and verifies transcripts.
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
"""Version of the implemented rules, stored with every round and every analysis.

Increment it with every change to play or figures: figures of another version are recomputed.
"""
