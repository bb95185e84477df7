from ...words import Word


class FollowUpKind(Word):
    COLLECT = "collect"
    KEEP = "keep"
    RETURN = "return"
    UNDO = "undo"
