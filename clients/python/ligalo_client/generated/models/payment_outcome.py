from ...words import Word


class PaymentOutcome(Word):
    ABOVE_OWN_LIMIT = "above_own_limit"
    APPLIED = "applied"
    CHARGED_BACK = "charged_back"
    ENDED_OTHERWISE = "ended_otherwise"
    EXCLUDED = "excluded"
    GONE = "gone"
    LATE = "late"
    MISMATCH = "mismatch"
    NOT_TOLD_TO_PAY = "not_told_to_pay"
    UNKNOWN = "unknown"
