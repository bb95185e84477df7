from ...words import Word


class HandOutcome(Word):
    BLACKJACK = "blackjack"
    BUST = "bust"
    CHARLIE = "charlie"
    EVEN_MONEY = "even_money"
    LOSE = "lose"
    PUSH = "push"
    SURRENDER = "surrender"
    WIN = "win"
