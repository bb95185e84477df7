from ...words import Word


class ListRoundsCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    PLY = "PLY"
    USD = "USD"
    VES = "VES"
