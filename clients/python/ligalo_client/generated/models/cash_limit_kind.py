from ...words import Word


class CashLimitKind(Word):
    DEPOSIT_DAY = "deposit_day"
    DEPOSIT_LEAST = "deposit_least"
    DEPOSIT_MOST = "deposit_most"
    DEPOSIT_SECOND = "deposit_second"
    WITHDRAWAL_DAY = "withdrawal_day"
    WITHDRAWAL_LEAST = "withdrawal_least"
    WITHDRAWAL_MOST = "withdrawal_most"
    WITHDRAWAL_SECOND = "withdrawal_second"
