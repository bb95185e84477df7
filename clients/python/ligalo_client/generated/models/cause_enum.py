from ...words import Word


class CauseEnum(Word):
    DEPOSIT = "deposit"
    ROUND = "round"
