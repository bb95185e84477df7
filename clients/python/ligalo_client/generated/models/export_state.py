from ...words import Word


class ExportState(Word):
    CANCELLED = "cancelled"
    DONE = "done"
    EXPIRED = "expired"
    FAILED = "failed"
    RUNNING = "running"
    WAITING = "waiting"
