from ...words import Word


class ListPlayersKind(Word):
    GUEST = "guest"
    REAL = "real"
    TEST = "test"
