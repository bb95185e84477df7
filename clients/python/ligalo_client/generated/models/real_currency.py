from ...words import Word


class RealCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    USD = "USD"
    VES = "VES"
