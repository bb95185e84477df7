from ...words import Word


class GetReportPeriod(Word):
    DAYS = "days"
    LIFE = "life"
    MONTH = "month"
    RANGE = "range"
    TODAY = "today"
    WEEK = "week"
    YEAR = "year"
    YESTERDAY = "yesterday"
