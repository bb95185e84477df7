from ...words import Word


class ShoeStatus(Word):
    CLOSED = "closed"
    LOST = "lost"
    RETIRED = "retired"
