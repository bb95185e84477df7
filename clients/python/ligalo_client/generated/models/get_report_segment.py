from ...words import Word


class GetReportSegment(Word):
    HIGH = "high"
    NEW = "new"
    REGULAR = "regular"
