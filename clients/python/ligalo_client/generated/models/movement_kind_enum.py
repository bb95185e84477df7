from ...words import Word


class MovementKindEnum(Word):
    ADJUST = "adjust"
    ADVANCE = "advance"
    BET = "bet"
    BONUS = "bonus"
    CANCEL_WITHDRAWAL = "cancel_withdrawal"
    COLLECT = "collect"
    DEPOSIT = "deposit"
    EXCHANGE = "exchange"
    PAY_OUT = "pay_out"
    REDEEM = "redeem"
    REFUND = "refund"
    REPAY = "repay"
    REVERSE = "reverse"
    SETTLE = "settle"
    VOID = "void"
    WITHDRAW = "withdraw"
    WITHHOLD = "withhold"
