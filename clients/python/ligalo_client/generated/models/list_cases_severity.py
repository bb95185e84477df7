from ...words import Word


class ListCasesSeverity(Word):
    HIGH = "high"
    LOW = "low"
    MEDIUM = "medium"
