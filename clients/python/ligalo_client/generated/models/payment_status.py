from ...words import Word


class PaymentStatus(Word):
    FAILED = "failed"
    PAID = "paid"
    PENDING = "pending"
