from ...words import Word


class ListRoundRecordsResult(Word):
    BLACKJACK = "blackjack"
    LOST = "lost"
    PUSHED = "pushed"
    WON = "won"
