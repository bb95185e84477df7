from ...words import Word


class ListRoundRecordsCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    PLY = "PLY"
    USD = "USD"
    VES = "VES"
