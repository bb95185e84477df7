from ...words import Word


class SeverityEnum(Word):
    HIGH = "high"
    LOW = "low"
    MEDIUM = "medium"
