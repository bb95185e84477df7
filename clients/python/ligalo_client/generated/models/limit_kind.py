from ...words import Word


class LimitKind(Word):
    DEPOSIT = "deposit"
    LOSS = "loss"
    TIME = "time"
    WAGER = "wager"
