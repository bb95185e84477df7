from ...words import Word


class SessionPlanStateEnum(Word):
    LOCKED = "locked"
    NONE = "none"
    OVER = "over"
    RUNNING = "running"
