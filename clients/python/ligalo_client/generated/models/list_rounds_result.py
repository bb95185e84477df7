from ...words import Word


class ListRoundsResult(Word):
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    LOST = "lost"
    PUSH = "push"
    VOID = "void"
    WON = "won"
