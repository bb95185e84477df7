from ...words import Word


class ListVoidsStakes(Word):
    HELD = "held"
