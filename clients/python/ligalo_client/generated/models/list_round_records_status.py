from ...words import Word


class ListRoundRecordsStatus(Word):
    CANCELLED = "cancelled"
    COMPLETED = "completed"
    INTERRUPTED = "interrupted"
    IN_PROGRESS = "in_progress"
    VOIDED = "voided"
