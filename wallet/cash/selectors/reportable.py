"""Deposits and withdrawals from the amounts on that a profile reports (`reporting_threshold`)."""

import json
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from profiles.selectors.in_force import known_versions, profile_in_force
from wallet.money.values import UNITS, Money

REACHED: Final = """
    EXISTS (
        SELECT FROM jsonb_to_recordset(coalesce(%(reported)s::jsonb -> moved.country, %(reported)s::jsonb -> ''))
                    AS told (currency text, units bigint)
        WHERE CASE WHEN told.currency = moved.currency THEN moved.units >= told.units
                   ELSE moved.amount_usd >= told.units * CASE told.currency WHEN 'USD' THEN 1 ELSE (
                       SELECT rate.rate FROM wallet_rate AS rate
                            JOIN wallet_rate_decision AS word ON word.proposal_id = rate.id AND word.approved
                       WHERE rate.currency_id = told.currency AND word.decided_at <= moved.at AND NOT EXISTS (
                           SELECT FROM wallet_rate_recall AS recall
                                JOIN wallet_rate_recall_decision AS gone ON gone.proposal_id = recall.id AND gone.approved
                           WHERE recall.rate_id = rate.id AND gone.decided_at <= moved.at)
                       ORDER BY rate.as_of DESC, rate.id DESC LIMIT 1) END END)
"""
"""Condition of a row `moved` with currency, units, amount_usd, at and country: it reaches one of the stated amounts.

An amount in another currency is compared in USD, at the stated currency's rate of that moment; one of a currency without
a rate is never reached. `reported` is `write_thresholds()`.
"""

_STEPS: Final = f"""
    SELECT moved.kind, moved.reference, moved.player_id, moved.currency, moved.units, moved.amount_usd
    FROM (
        SELECT 'deposit' AS kind, deposit.reference, deposit.player_id, deposit.currency_id AS currency,
               deposit.units, deposit.amount_usd, step.at, step.id
        FROM wallet_deposit_step AS step JOIN wallet_deposit AS deposit ON deposit.id = step.deposit_id
        WHERE step.to_state = 'credited' AND step.at >= %(since)s AND step.at < %(until)s
        UNION ALL
        SELECT 'withdrawal', withdrawal.reference, withdrawal.player_id, withdrawal.currency_id,
               withdrawal.units, withdrawal.amount_usd, step.at, step.id
        FROM wallet_withdrawal_step AS step
             JOIN wallet_withdrawal AS withdrawal ON withdrawal.id = step.withdrawal_id
        WHERE step.to_state = 'paid' AND step.at >= %(since)s AND step.at < %(until)s
    ) AS step JOIN LATERAL (
        SELECT step.*, person.country FROM accounts_user AS person
        WHERE person.id = step.player_id AND NOT person.is_test_account
    ) AS moved ON {REACHED}
    ORDER BY moved.kind, moved.id
"""  # noqa: S608  # built from constants


class ReportableMovement(NamedTuple):
    """A credited deposit or a paid withdrawal that is reported; `usd` in units."""

    kind: str
    reference: Any
    player_id: int
    money: Money
    usd: int


def write_thresholds() -> str:
    """Return the stated amounts as JSON: of the licence under "", and of each country with a profile of its own."""
    countries = {"", *(one.country for one in known_versions())}
    return json.dumps(
        {
            country: [
                {"currency": one.currency, "units": int(one.amount * UNITS)}
                for one in profile_in_force(country).reporting_threshold
            ]
            for country in sorted(countries)
        }
    )


def find_reportable(since: datetime, until: datetime) -> list[ReportableMovement]:
    """Return what was credited and paid in this time and is reported, without test accounts. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_STEPS, {"since": since, "until": until, "reported": write_thresholds()})
        rows = cursor.fetchall()
    return [
        ReportableMovement(kind, reference, player, Money(units, currency), usd)
        for kind, reference, player, currency, units, usd in rows
    ]
