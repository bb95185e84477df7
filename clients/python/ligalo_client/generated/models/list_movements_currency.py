from ...words import Word


class ListMovementsCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    PLY = "PLY"
    USD = "USD"
    VES = "VES"
