from ...words import Word


class GetRedemptionOfferCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    USD = "USD"
    VES = "VES"
