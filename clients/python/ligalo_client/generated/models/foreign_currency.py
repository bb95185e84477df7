from ...words import Word


class ForeignCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    VES = "VES"
