from ...words import Word


class AnswerEnum(Word):
    BREAK = "break"
    GO_ON = "go_on"
    LEAVE = "leave"
