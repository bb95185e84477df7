from ...words import Word


class LanguageEnum(Word):
    EN = "en"
    ES = "es"
