from ...words import Word


class GetReportAccounts(Word):
    TEST = "test"
