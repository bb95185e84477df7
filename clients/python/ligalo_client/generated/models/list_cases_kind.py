from ...words import Word


class ListCasesKind(Word):
    FRAUD = "fraud"
    LAUNDERING = "laundering"
    PROTECTION = "protection"
