from ...words import Word


class ExchangeStatus(Word):
    ABORTED = "aborted"
    COMPLETE = "complete"
    DROPPED = "dropped"
    OPENING = "opening"
    SEALING = "sealing"
