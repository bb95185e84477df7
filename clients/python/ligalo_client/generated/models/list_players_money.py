from ...words import Word


class ListPlayersMoney(Word):
    NO = "no"
    YES = "yes"
