from ...words import Word


class Outcome5C1Enum(Word):
    BLACKJACK = "blackjack"
    BUST = "bust"
    CHARLIE = "charlie"
    EVEN_MONEY = "even_money"
    LOSE = "lose"
    PUSH = "push"
    SURRENDER = "surrender"
    WIN = "win"
