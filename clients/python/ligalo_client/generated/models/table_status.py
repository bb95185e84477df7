from ...words import Word


class TableStatus(Word):
    CLOSED = "closed"
    OPEN = "open"
    OPENING = "opening"
