from ...words import Word


class StepEnum(Word):
    ADDRESS = "address"
    DETAILS = "details"
    DOCUMENTS = "documents"
    EMAIL = "email"
    VERIFIED = "verified"
