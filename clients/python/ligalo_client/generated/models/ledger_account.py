from ...words import Word


class LedgerAccount(Word):
    ADJUSTMENT = "adjustment"
    BANK = "bank"
    BONUS = "bonus"
    FX = "fx"
    GAME_RESULT = "game_result"
    IN_PLAY = "in_play"
    LOYALTY = "loyalty"
    PLAYER = "player"
    RECEIVABLE = "receivable"
    SUSPENSE = "suspense"
    TAX = "tax"
    WITHDRAWAL_PENDING = "withdrawal_pending"
