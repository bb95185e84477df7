from ...words import Word


class CloseReason(Word):
    AGE = "age"
    CUT_CARD = "cut_card"
    EVERY_ROUND = "every_round"
    MALFUNCTION = "malfunction"
    NEW_RULES = "new_rules"
    PLAYER = "player"
    RESTORE = "restore"
    STOPPED = "stopped"
    TABLE_CLOSED = "table_closed"
