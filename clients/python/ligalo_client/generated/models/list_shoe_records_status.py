from ...words import Word


class ListShoeRecordsStatus(Word):
    ANNOUNCED = "announced"
    CLOSED = "closed"
    DEALING = "dealing"
    LOST = "lost"
    RETIRED = "retired"
    STOPPED = "stopped"
