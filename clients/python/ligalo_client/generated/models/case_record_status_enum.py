from ...words import Word


class CaseRecordStatusEnum(Word):
    ASSIGNED = "assigned"
    CLOSED = "closed"
    DECIDED = "decided"
    NEW = "new"
    REOPENED = "reopened"
    WAITING = "waiting"
