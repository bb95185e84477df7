from ...words import Word


class ListVoidsKind(Word):
    COLLECT = "collect"
    KEEP = "keep"
    RETURN = "return"
    UNDO = "undo"
    VOID = "void"
