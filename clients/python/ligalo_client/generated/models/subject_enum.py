from ...words import Word


class SubjectEnum(Word):
    ACCOUNT = "account"
    ERASURE = "erasure"
    LIMITS = "limits"
    MONEY = "money"
    OTHER = "other"
    POINTS = "points"
    ROUND = "round"
    SITE = "site"
