from ...words import Word


class CaseRecordOutcomeEnum(Word):
    CLEARED = "cleared"
    CONFIRMED = "confirmed"
    INCONCLUSIVE = "inconclusive"
    JUSTIFIED = "justified"
