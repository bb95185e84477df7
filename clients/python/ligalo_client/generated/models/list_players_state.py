from ...words import Word


class ListPlayersState(Word):
    ACTIVE = "active"
    CLOSED = "closed"
    LOCKED = "locked"
    OPERATOR_EXCLUDED = "operator_excluded"
    PENDING = "pending"
    RESTRICTED = "restricted"
    SELF_EXCLUDED = "self_excluded"
    SUSPENDED = "suspended"
