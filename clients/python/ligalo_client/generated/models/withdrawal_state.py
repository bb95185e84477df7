from ...words import Word


class WithdrawalState(Word):
    APPROVED = "approved"
    BOUNCED = "bounced"
    DOUBTED = "doubted"
    HELD = "held"
    PAID = "paid"
    REFUSED = "refused"
    REQUESTED = "requested"
    SECOND = "second"
    SENT = "sent"
