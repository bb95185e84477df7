from ...words import Word


class GetReportCurrency(Word):
    COP = "COP"
    DOP = "DOP"
    EUR = "EUR"
    USD = "USD"
    VES = "VES"
