from ...words import Word


class ListRoundRecordsFlag(Word):
    DEVICES = "devices"
    FROZEN = "frozen"
    HINTS = "hints"
    LARGE_BET = "large_bet"
    LARGE_WIN = "large_win"
