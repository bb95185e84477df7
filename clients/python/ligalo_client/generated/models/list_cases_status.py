from ...words import Word


class ListCasesStatus(Word):
    ASSIGNED = "assigned"
    CLOSED = "closed"
    DECIDED = "decided"
    NEW = "new"
    REOPENED = "reopened"
    WAITING = "waiting"
