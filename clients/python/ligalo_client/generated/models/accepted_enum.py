from ...words import Word


class AcceptedEnum(Word):
    DEFAULT = "default"
    NOTICE = "notice"
