from ...words import Word


class LogLineKind(Word):
    ANNOUNCED = "announced"
    CLOSED = "closed"
    LOST = "lost"
    OPENED = "opened"
    RETIRED = "retired"
