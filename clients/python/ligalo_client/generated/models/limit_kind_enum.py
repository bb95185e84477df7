from ...words import Word


class LimitKindEnum(Word):
    DEPOSIT = "deposit"
    LOSS = "loss"
    TIME = "time"
    WAGER = "wager"
