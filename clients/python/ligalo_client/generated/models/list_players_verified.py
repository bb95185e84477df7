from ...words import Word


class ListPlayersVerified(Word):
    EXPIRED = "expired"
    NO = "no"
    YES = "yes"
