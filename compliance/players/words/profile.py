"""Parts of a player's page in words. Each function makes a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.mfa.models import Authenticator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models.recovery import FactorReset
from accounts.models.users import StateChange, User
from accounts.recovery.selectors import running_resets
from accounts.values.reasons import translate_reason
from casino.models import Round
from casino.protection.words.own_limits import format_limit_name, format_limit_value
from compliance.hands.selectors.hands import round_status
from compliance.hands.words.columns import STATUS_WORDS
from compliance.players.selectors.profile import (
    house_limits,
    latest_rounds,
    latest_state_changes,
    load_factor_types,
)
from limits.selectors.in_force import load_scope_limits, pending_limits
from limits.values import LimitScope
from wallet.money.values import Money

_FACTORS: Final = {
    Authenticator.Type.TOTP.value: _("authenticator app"),
    Authenticator.Type.WEBAUTHN.value: _("passkey"),
}


@dataclass(frozen=True, slots=True)
class LatestRound:
    """A round of the player with its status as in the hand list."""

    row: Round
    staked: Money
    returned: Money | None
    status: str
    status_words: str | Promise


@dataclass(frozen=True, slots=True)
class HouseLimitLine:
    """A limit of the house: name, value, reason, who set it, when."""

    name: str
    value: str
    reason: str
    acting_user: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OwnLimitLine:
    """A limit of the player, and the pending looser one with the time from which it may apply."""

    name: str
    value: str
    asked: str
    counts_from: datetime | None


@dataclass(frozen=True, slots=True)
class SecondFactors:
    """Connected second factors, and the running reset."""

    names: tuple[str, ...]
    reset: FactorReset | None


def state_changes(player: User) -> Sequence[tuple[StateChange, str]]:
    """Return the latest changes of state with their reasons in the reader's language. One query."""
    return [(row, translate_reason(row.reason)) for row in latest_state_changes(player)]


def latest_round_lines(player: User) -> Sequence[LatestRound]:
    """Return the latest rounds, including running and void ones. One query."""
    return [_latest(row) for row in latest_rounds(player)]


def _latest(row: Round) -> LatestRound:
    status = round_status(row)
    returned = None if row.returned is None else row.money(row.returned)
    return LatestRound(row, row.money(row.staked), returned, status, STATUS_WORDS[status])


def own_limit_lines(player: User) -> list[OwnLimitLine]:
    """Return the player's own limits in force. Two queries."""
    asked = {(one.limit.kind, one.limit.period): one.limit for one in pending_limits(player.pk)}
    return [
        OwnLimitLine(
            format_limit_name(*which),
            format_limit_value(one.kind, one.amount),
            format_limit_value(looser.kind, looser.amount) if (looser := asked.get(which)) else "",
            looser.in_force_from if looser else None,
        )
        for which, one in load_scope_limits(player.pk, LimitScope.OWN).items()
    ]


def house_limit_lines(player: User) -> list[HouseLimitLine]:
    """Return the house's limits for the player in force. One query."""
    return [
        HouseLimitLine(
            format_limit_name(one.kind, one.period),
            format_limit_value(one.kind, one.amount),
            one.reason,
            one.proposed_by.full_name,
            one.proposed_at,
        )
        for one in house_limits(player)
    ]


def load_factors(player: User) -> SecondFactors:
    """Return the connected second factors and the running reset. Two queries."""
    kinds = load_factor_types(player)
    names = tuple(str(words) for kind, words in _FACTORS.items() if kind in kinds)
    return SecondFactors(names, running_resets().filter(player=player).first())
