from ...words import Word


class GetExchangeOfferGiven(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    USD = "USD"
    VES = "VES"
