from ...words import Word


class MoneyEnum(Word):
    PLAY = "play"
    REAL = "real"
