from ...words import Word


class SplitEnum(Word):
    FOLLOW = "follow"
    LEFT = "left"
    RIGHT = "right"
