from ...words import Word


class VoidReason(Word):
    COLLUSION = "collusion"
    DUPLICATE = "duplicate"
    EXCLUDED = "excluded"
    INSIDER = "insider"
    MALFUNCTION = "malfunction"
    OPERATOR_ERROR = "operator_error"
    PAYMENT_FRAUD = "payment_fraud"
    REGULATOR = "regulator"
    RULES = "rules"
    SOFTWARE = "software"
    UNDER_AGE = "under_age"
