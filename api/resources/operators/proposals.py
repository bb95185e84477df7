"""Proposals of rates and limits with their state."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import QuerySet

from api.values.versions import compute_version
from limits.models.sets import AMOUNTS, NAMES
from limits.selectors.sets import load_limit_set
from wallet.money.values import BASE_CURRENCY, Money


class ProposalState(models.TextChoices):
    """State of a proposal."""

    WAITING = "waiting"
    APPROVED = "approved"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LimitsInForce:
    """Limits of the house, or of a player: amounts as money, null without a limit."""

    player: int | None
    values: Mapping[str, Money | int | None]

    @property
    def version(self) -> str:
        return compute_version({"player": self.player, "values": self.values})


def load_limits_in_force(player_id: int | None) -> LimitsInForce:
    """Return the limits that are in force. One query."""
    row = load_limit_set(player_id)
    given = row.values if row else {}
    values: dict[str, Money | int | None] = {name: given.get(name) for name in NAMES}
    for name in AMOUNTS:
        units = given.get(name)
        values[name] = None if units is None else Money(units, BASE_CURRENCY)
    return LimitsInForce(player_id, values)


@dataclass(frozen=True, slots=True)
class ProposalRecord:
    """A proposal with its decision, if there is one."""

    id: int
    state: ProposalState
    proposed_at: datetime
    decided_at: datetime | None


def load_proposal_record(proposals: QuerySet[Any], number: int) -> ProposalRecord | None:
    """Return one of these proposals; None if there is none. One query."""
    row = proposals.select_related("decision").filter(pk=number).first()
    if row is None:
        return None
    decision = getattr(row, "decision", None)
    if decision is None:
        return ProposalRecord(row.pk, ProposalState.WAITING, row.proposed_at, None)
    state = ProposalState.APPROVED if decision.approved else ProposalState.REFUSED
    return ProposalRecord(row.pk, state, row.proposed_at, decision.decided_at)
