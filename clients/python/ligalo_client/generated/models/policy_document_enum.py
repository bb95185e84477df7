from ...words import Word


class PolicyDocumentEnum(Word):
    BONUSES = "bonuses"
    PRIVACY = "privacy"
    RESPONSIBLE = "responsible"
    TERMS = "terms"
