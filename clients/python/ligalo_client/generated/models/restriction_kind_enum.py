from ...words import Word


class RestrictionKindEnum(Word):
    LOCKED = "locked"
    OPERATOR_EXCLUDED = "operator_excluded"
    SELF_EXCLUDED = "self_excluded"
    SUSPENDED = "suspended"
