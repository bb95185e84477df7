from ...words import Word


class DepositState(Word):
    CREDITED = "credited"
    EXPIRED = "expired"
    FAILED = "failed"
    PENDING = "pending"
    REFUSED = "refused"
    REQUESTED = "requested"
    RETURNED = "returned"
    REVERSED = "reversed"
