from ...words import Word


class FallbackEnum(Word):
    LEFT = "left"
    RIGHT = "right"
