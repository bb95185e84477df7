from ...words import Word


class ListCasesOutcome(Word):
    CLEARED = "cleared"
    CONFIRMED = "confirmed"
    INCONCLUSIVE = "inconclusive"
    JUSTIFIED = "justified"
