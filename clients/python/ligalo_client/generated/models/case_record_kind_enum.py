from ...words import Word


class CaseRecordKindEnum(Word):
    FRAUD = "fraud"
    LAUNDERING = "laundering"
    PROTECTION = "protection"
