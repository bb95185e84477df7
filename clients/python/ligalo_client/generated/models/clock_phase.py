from ...words import Word


class ClockPhase(Word):
    ANSWERS = "answers"
    BETTING = "betting"
    INTERMISSION = "intermission"
    SEALING = "sealing"
    TURNS = "turns"
    WAITING = "waiting"
