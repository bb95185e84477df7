from ...words import Word


class VoidKind(Word):
    COLLECT = "collect"
    KEEP = "keep"
    RETURN = "return"
    UNDO = "undo"
    VOID = "void"
