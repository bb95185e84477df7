from ...words import Word


class PeriodEnum(Word):
    VALUE_0 = "24h"
    VALUE_1 = "7d"
    VALUE_2 = "30d"
