from ...words import Word


class StepEnum(Word):
    DETAILS = "details"
    DOCUMENTS = "documents"
    EMAIL = "email"
    VERIFIED = "verified"
