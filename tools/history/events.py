"""SQL for the events of a history, each at the time of its subject but stamped with the writing transaction."""

from typing import Final

from journal.models import EventKind
from wallet.ledger.values import NUMBER_DIGITS

_AMOUNT: Final = "to_char(units / 10000.0, 'FM999999999990.00') || ' ' || currency_id"


def _number(letter: str, column: str) -> str:
    return f"'{letter}-' || lpad({column}::text, {NUMBER_DIGITS}, '0')"


def _kind(*kinds: EventKind) -> str:
    """Return SQL for the kind and severity of the `n`th step."""
    names = ",".join(kind.value for kind in kinds)
    severities = ",".join(kind.severity.value for kind in kinds)
    return f"('{{{names}}}'::text[])[step.n], ('{{{severities}}}'::text[])[step.n]"


_PEOPLE: Final = f"""
SELECT at, {_kind(EventKind.PLAYER_REGISTERED, EventKind.IDENTITY_VERIFIED)},
       CASE n WHEN 1 THEN id ELSE %(second)s END, 'user ' || id,
       CASE n WHEN 1 THEN '{{}}'::jsonb
              ELSE jsonb_build_object('reason', 'history', 'method', verification_method) END
FROM accounts_user CROSS JOIN LATERAL (VALUES (1, created_at), (2, verified_at)) AS step (n, at)
WHERE id = ANY (%(everybody)s)
"""  # noqa: S608 - names of kinds
_DEPOSITS: Final = f"""
SELECT step.at, {_kind(EventKind.DEPOSIT_RECORDED, EventKind.DEPOSIT_CREDITED)}, acting_user_id,
       'deposit ' || {_number("D", "paid.id")},
       jsonb_build_object('player', player_id, 'amount', {_AMOUNT}, 'provider', provider, 'transfer', transfer_id)
FROM wallet_deposit AS paid JOIN wallet_deposit_step AS step ON step.deposit_id = paid.id
WHERE player_id = ANY (%(everybody)s)
"""  # noqa: S608 - names of kinds
_WITHDRAWALS: Final = f"""
SELECT step.at, {
    _kind(EventKind.WITHDRAWAL_REQUESTED, EventKind.WITHDRAWAL_APPROVED, EventKind.WITHDRAWAL_PAID)
}, acting_user_id, 'withdrawal ' || {_number("W", "paid.id")},
       jsonb_build_object('player', player_id, 'amount', {_AMOUNT}, 'state', to_state, 'note', note)
FROM wallet_withdrawal AS paid JOIN wallet_withdrawal_step AS step ON step.withdrawal_id = paid.id
WHERE player_id = ANY (%(everybody)s)
"""  # noqa: S608 - names of kinds
_VOIDS: Final = f"""
SELECT step.at, {
    _kind(EventKind.VOID_PROPOSED, EventKind.VOID_APPROVED, EventKind.VOID_CARRIED_OUT)
}, step.acting_user_id, 'void ' || {_number("V", "told.id")},
       jsonb_build_object('case', told.public_id, 'kind', told.kind, 'reason', told.reason,
                          'proposed_by', told.proposed_by_id)
FROM compliance_voidcase AS told JOIN compliance_voidstep AS step ON step.case_id = told.id
     JOIN casino_void AS void ON void."case" = told.public_id
WHERE void.player_id = ANY (%(everybody)s)
"""  # noqa: S608 - names of kinds
WRITTEN: Final = f"""
INSERT INTO journal_event (at, kind, severity, actor_id, subject, data)
SELECT * FROM (
    {_PEOPLE} UNION ALL {_DEPOSITS} UNION ALL {_WITHDRAWALS} UNION ALL {_VOIDS}
) AS told (at, kind, severity, actor_id, subject, data) ORDER BY at, kind
"""  # noqa: S608 - composed above
