"""Rounds as the operator's systems read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from casino.models import Decision, Round, Shoe
from casino.rounds.selectors.hand_facts import RoundFacts
from casino.rounds.selectors.round_money import RoundMoney, build_round_money
from compliance.hands.selectors.hand_facts import load_hand
from compliance.hands.selectors.ledger_rows import load_round_transfers, sum_moved
from compliance.hands.selectors.proofs import HandProofs, prove_hand
from wallet.money.values import Money


def select_listed_rounds(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Load only what a list shows of each round."""
    related = rounds.select_related(None).select_related("place__table", "version", "deal__shoe")
    return related.only(
        *("public_id", "number", "player_id", "status", "interrupted", "boxes", "currency"),
        *("staked", "returned", "tax", "tasa_cambio", "started_at", "finished_at"),
        *("place__table__slug", "version__rules_hash", "deal__nonce", "deal__shoe__public_id"),
    )


def select_listed_shoes(found: QuerySet[Shoe]) -> QuerySet[Shoe]:
    """Load only what a list shows of each shoe."""
    related = found.select_related(None).select_related("place__table", "version")
    return related.only(
        *("public_id", "number", "status", "close_reason", "commitment", "server_seed"),
        *("announced_at", "opened_at", "closed_at", "rounds_dealt", "cards_out"),
        *("place__player_id", "place__table__slug", "version__rules_hash"),
    )


@dataclass(frozen=True, slots=True)
class BetRecord:
    """What a player bet on one box."""

    box: int
    stake: Money
    side_bets: dict[str, Money]
    behind: bool


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision of the deal; `own` if the round's player made it."""

    step: int
    action: str
    by_house: bool
    own: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class RoundDetail:
    """A round with everything that is stored about it."""

    facts: RoundFacts
    proofs: HandProofs | None
    bets: Sequence[BetRecord]
    decisions: Sequence[DecisionRecord]
    state: dict[str, Any]
    money: RoundMoney
    transfers: Sequence[int]

    @property
    def round(self) -> Round:
        return self.facts.round

    @property
    def differs(self) -> bool:
        """Return whether the round differs from what is stored, by its replay or another check."""
        return self.facts.alarm is not None or bool(self.proofs and self.proofs.failed)


def find_round_detail(public_id: UUID) -> RoundDetail | None:
    """Return a round, checked as on its page; None if there is none. A fixed number of queries."""
    known = load_hand(public_id)
    if known is None:
        return None
    round_, transfers = known.round, load_round_transfers(public_id)
    return RoundDetail(
        known,
        None if known.running else prove_hand(known, sum_moved(transfers)),
        list(_bets(known)),
        [_decision(one, round_) for one in known.decisions],
        known.seen,
        build_round_money(round_),
        [one.pk for one in transfers],
    )


def _bets(known: RoundFacts) -> Sequence[BetRecord]:
    money = known.round.money
    return [
        BetRecord(
            bet.box,
            money(bet.stake),
            {name: money(units) for name, units in bet.side_bets.items()},
            bet.choices is not None,
        )
        for bet in known.bets
    ]


def _decision(one: Decision, round_: Round) -> DecisionRecord:
    own = one.round_id == round_.pk
    return DecisionRecord(one.step, one.action, one.by_house, own, one.made_at)
