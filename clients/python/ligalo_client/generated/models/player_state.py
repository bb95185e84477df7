from ...words import Word


class PlayerState(Word):
    ACTIVE = "active"
    CLOSED = "closed"
    LOCKED = "locked"
    OPERATOR_EXCLUDED = "operator_excluded"
    PENDING = "pending"
    SELF_EXCLUDED = "self_excluded"
    SUSPENDED = "suspended"
