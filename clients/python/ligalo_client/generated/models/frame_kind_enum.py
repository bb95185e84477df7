from ...words import Word


class FrameKindEnum(Word):
    CARD = "card"
    DEAL = "deal"
    DEALER = "dealer"
    DECISION = "decision"
    SETTLEMENT = "settlement"
