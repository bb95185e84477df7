from ...words import Word


class SwitchKind(Word):
    BOX = "box"
    HOUSE = "house"
    PLAYER = "player"
    RULES = "rules"
    TABLE = "table"
