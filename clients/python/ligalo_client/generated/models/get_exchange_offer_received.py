from ...words import Word


class GetExchangeOfferReceived(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    USD = "USD"
    VES = "VES"
