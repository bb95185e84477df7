from ...words import Word


class NextEnum(Word):
    CONFIRM_EMAIL = "confirm_email"
    SECOND_FACTOR = "second_factor"
