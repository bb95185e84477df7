from ...words import Word


class TableKind(Word):
    LIVE = "live"
    PRIVATE = "private"
