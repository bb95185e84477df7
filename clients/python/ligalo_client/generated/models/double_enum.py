from ...words import Word


class DoubleEnum(Word):
    FOLLOW = "follow"
    STAY = "stay"
