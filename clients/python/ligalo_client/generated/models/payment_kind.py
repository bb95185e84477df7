from ...words import Word


class PaymentKind(Word):
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
