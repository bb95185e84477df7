from ...words import Word


class EarlyAction(Word):
    DOUBLE = "double"
    HIT = "hit"
    SPLIT = "split"
    STAND = "stand"
