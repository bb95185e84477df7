from ...words import Word


class ListPlayersSince(Word):
    DAY = "day"
    MONTH = "month"
    WEEK = "week"
