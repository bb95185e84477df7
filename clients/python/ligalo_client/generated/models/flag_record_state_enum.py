from ...words import Word


class FlagRecordStateEnum(Word):
    CURRENT = "current"
    PASSED = "passed"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
