"""Ways to spoil the records of money, each with the line of `check_ledger` that finds it."""

from casino.reconciliation.selectors.lines import RATES
from casino.reconciliation.selectors.worth_line import WORTH
from wallet.ledger.selectors.reconciliation import record_line_queries

DEPOSITS, WITHDRAWALS, STATES, CORRECTIONS, _DEBTS, TAXES_PAID, EXCHANGES, SEEN = (
    record_line_queries()
)


TABLES = (
    "wallet_transfer",
    "wallet_entry",
    "wallet_deposit",
    "wallet_deposit_step",
    "wallet_withdrawal",
    "wallet_withdrawal_step",
    "wallet_correction",
    "wallet_correction_decision",
    "wallet_reversal",
    "wallet_rate",
    "wallet_rate_decision",
    "wallet_spread",
    "wallet_spread_decision",
    "casino_round",
    "casino_bet",
    "casino_decision",
)


SPOILED = [
    (DEPOSITS, "UPDATE wallet_deposit SET units = 260000", "transfer {deposit}: 250000 USD"),
    (
        STATES,
        "DELETE FROM wallet_deposit_step WHERE to_state = 'credited'",
        "deposit {D}: shown as credited, its last step says pending",
    ),
    (
        DEPOSITS,
        "UPDATE wallet_deposit_step SET transfer_id = {held} WHERE to_state = 'credited'",
        "deposit {D}: 250000 USD of player {ana}",
    ),
    (
        WITHDRAWALS,
        "UPDATE wallet_withdrawal SET units = 5",
        "transfer {held}: withdraw of 200000 USD",
    ),
    (
        WITHDRAWALS,
        "UPDATE wallet_transfer SET kind = 'pay_out' WHERE id = {held}",
        "transfer {held}: pay_out",
    ),
    (
        WITHDRAWALS,
        "UPDATE wallet_withdrawal_step SET transfer_id = {deposit} WHERE n = 1",
        "withdrawal {W}: withdraw of 200000 USD",
    ),
    (
        STATES,
        "UPDATE wallet_withdrawal SET state = 'approved'",
        "withdrawal {W}: shown as approved",
    ),
    (STATES, "UPDATE wallet_deposit SET state = 'failed'", "deposit {D}: shown as failed"),
    (EXCHANGES, "UPDATE wallet_rate SET rate = rate * 1.01", "exchange {exchange}: 100000 USD"),
    (
        EXCHANGES,
        "UPDATE wallet_spread SET share = share + 0.001",
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        "UPDATE wallet_rate_decision SET approved = false, decided_by_id = {ana}, reason = 'x'",
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        "UPDATE wallet_transfer SET received = received + 1 WHERE id = {exchange}",
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        'UPDATE wallet_transfer SET details = details || \'{{"given_rate_id": "x"}}\' WHERE id = {exchange}',
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        "UPDATE wallet_rate_decision SET decided_at = decided_at + interval '1 hour', xact = '9999999999'",
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        "UPDATE wallet_spread_decision SET decided_at = decided_at + interval '1 hour', xact = '9999999999'",
        "exchange {exchange}: 100000 USD",
    ),
    (
        EXCHANGES,
        "UPDATE wallet_spread_decision SET approved = false",
        "exchange {exchange}: 100000 USD",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction SET units = 60000 WHERE kind = 'bonus'",
        "of player {ana}, undoing none; correction {B}: bonus of 60000 USD",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction SET units = 10000 WHERE kind = 'adjust'",
        "transfer {adjust}: adjust of -10000 USD",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction SET kind = 'adjust' WHERE kind = 'bonus'",
        "transfer {bonus}: bonus of 50000 USD",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction SET player_id = {dealt} WHERE kind = 'bonus'",
        "correction {B}: bonus of 50000 USD of player {dealt}",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction SET original_id = {deposit} WHERE kind = 'reverse'",
        "transfer {reverse}: reverse of 50000 USD of player {ana}, undoing {bonus};",
    ),
    (
        CORRECTIONS,
        "UPDATE wallet_correction_decision SET transfer_id = {deposit} WHERE proposal_id = {B}",
        "correction {B}: bonus of 50000 USD of player {ana}",
    ),
    (
        RATES,
        "UPDATE casino_round SET tasa_cambio = 1.01",
        "round {round} of player {dealt}: 100000 USD at 1.01",
    ),
    (
        RATES,
        "UPDATE casino_round SET amount_usd = amount_usd + 1",
        "round {round} of player {dealt}: 100000 USD at 1.0",
    ),
    (
        RATES,
        "UPDATE casino_round SET currency = 'EUR'",
        "round {round} of player {dealt}: 100000 EUR at 1.0",
    ),
    (
        WORTH,
        "UPDATE casino_round SET staked_usd = 10 * staked_usd",
        "round {round} of player {dealt}: ",
    ),
    (
        WORTH,
        "UPDATE casino_round SET staked = staked + 1",
        "round {round} of player {dealt}: 100001 and 100000 USD",
    ),
    (WORTH, "UPDATE casino_round SET doubled_amount_usd = 1", "round {round} of player {dealt}: "),
    (WORTH, "UPDATE casino_round SET returned_usd = 1", "round {round} of player {dealt}: "),
    (WORTH, "UPDATE casino_bet SET amount_usd = 1", "round {round} of player {dealt}: "),
    (WORTH, "UPDATE casino_bet SET stake = stake + 1", "round {round} of player {dealt}: "),
    (WORTH, "DELETE FROM casino_bet", "round {round} of player {dealt}: "),
]
