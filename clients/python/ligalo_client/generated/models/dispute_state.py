from ...words import Word


class DisputeState(Word):
    ANSWERED = "answered"
    CLOSED = "closed"
    OPEN = "open"
