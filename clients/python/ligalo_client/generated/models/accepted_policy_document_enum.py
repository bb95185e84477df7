from ...words import Word


class AcceptedPolicyDocumentEnum(Word):
    BONUSES = "bonuses"
    PRIVACY = "privacy"
    RESPONSIBLE = "responsible"
    TERMS = "terms"
