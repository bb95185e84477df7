from ...words import Word


class ShoeState(Word):
    ANNOUNCED = "announced"
    CLOSED = "closed"
    DEALING = "dealing"
    LOST = "lost"
    RETIRED = "retired"
    STOPPED = "stopped"
