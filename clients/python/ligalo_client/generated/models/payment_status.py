from ...words import Word


class PaymentStatus(Word):
    CHARGED_BACK = "charged_back"
    FAILED = "failed"
    PAID = "paid"
    PENDING = "pending"
    REFUNDED = "refunded"
