from ...words import Word


class Action(Word):
    DECLINE = "decline"
    DOUBLE = "double"
    EVEN_MONEY = "even_money"
    HIT = "hit"
    INSURE = "insure"
    SPLIT = "split"
    STAND = "stand"
    SURRENDER = "surrender"
