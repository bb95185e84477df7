from ...words import Word


class DestinationKindEnum(Word):
    BANK = "bank"
    DESK = "desk"
