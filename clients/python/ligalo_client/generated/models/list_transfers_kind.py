from ...words import Word


class ListTransfersKind(Word):
    ADJUST = "adjust"
    ADVANCE = "advance"
    BET = "bet"
    BONUS = "bonus"
    CANCEL_WITHDRAWAL = "cancel_withdrawal"
    COLLECT = "collect"
    DEPOSIT = "deposit"
    EXCHANGE = "exchange"
    OWE = "owe"
    PAY_OUT = "pay_out"
    REDEEM = "redeem"
    REFUND = "refund"
    REMIT = "remit"
    REPAY = "repay"
    REVERSE = "reverse"
    SETTLE = "settle"
    SUSPEND = "suspend"
    VOID = "void"
    WITHDRAW = "withdraw"
    WITHHOLD = "withhold"
