"""The session of play that a player planned last, with what was lost in it. One query, and none where no plan is asked for."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from accounts.models.users import User
from accounts.protection.selectors.reality_check import session_start
from casino.limits.selectors.spending import played_rows
from casino.limits.values.session_plan import PlannedSession
from internals.prepared_statements import run_statement
from profiles.selectors.in_force import profile_in_force
from wallet.money.values import PLAY_MONEY, Money


@dataclass(frozen=True, slots=True)
class AskedPlan:
    """A plan is asked for; `session` is the last one that the player made, None: none was made."""

    session: PlannedSession | None


def is_plan_asked(player: User) -> bool:
    """Return whether the profile asks this player for a plan before real-money play. No query."""
    return profile_in_force(player.country).session_plan


def load_asked_plan(player: User, replaced_wager: int | None = None) -> AskedPlan | None:
    """Return the player's plan; None where the profile asks for none. The open wager `replaced_wager` does not count."""
    if not is_plan_asked(player):
        return None
    return AskedPlan(load_planned_session(player, replaced_wager))


def load_planned_session(player: User, replaced_wager: int | None = None) -> PlannedSession | None:
    """Return the session that the player planned last, whatever the profile. One query."""
    began = session_start(player) or player.created_at
    rows = run_statement(_QUERY, [player.pk, began, replaced_wager or _NO_WAGER])
    if not rows:
        return None
    made_at, planned_in, seconds, amount, currency, usd, lockout, *played, last, left = rows[0]
    lost, still_open = map(int, played)
    return PlannedSession(
        made_at=made_at,
        length=timedelta(seconds=seconds),
        amount=Money(amount, currency),
        amount_usd=usd,
        lockout=timedelta(seconds=lockout),
        lost=lost,
        open=still_open,
        last_round_at=last,
        left_at=None if planned_in == began else left or made_at,
    )


_NO_WAGER: Final = 0  # ids begin at 1
_QUERY: Final = f"""
    SELECT plan.made_at, plan.session_began, plan.seconds, plan.amount, plan.currency, plan.amount_usd,
           plan.lockout_seconds, spent.lost, spent.open,
           (SELECT max(finished_at) FROM casino_round
            WHERE player_id = $1 AND started_at > plan.made_at AND currency <> '{PLAY_MONEY}'),
           (SELECT max(seen_at) FROM accounts_visit
            WHERE player_id = $1 AND seen_at >= plan.made_at AND begun_at < $2)
    FROM (SELECT * FROM limits_sessionplan WHERE player_id = $1 ORDER BY id DESC LIMIT 1) AS plan
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(lost), 0) AS lost, coalesce(sum(lost) FILTER (WHERE open), 0) AS open
        FROM ({played_rows("plan.made_at", "$3")}) AS played
    ) AS spent
"""  # noqa: S608  # built from constants only
