from ...words import Word


class ListFlagsState(Word):
    CURRENT = "current"
    PASSED = "passed"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
