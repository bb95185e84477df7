from ...words import Word


class BlankEnum(Word):
    VALUE_0 = ""
