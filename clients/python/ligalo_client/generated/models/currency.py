from ...words import Word


class Currency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    PLY = "PLY"
    USD = "USD"
    VES = "VES"
