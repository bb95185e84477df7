from ...words import Word


class DocumentKindEnum(Word):
    DRIVING_LICENCE = "driving_licence"
    NATIONAL_ID = "national_id"
    OTHER = "other"
    PASSPORT = "passport"
    RESIDENCE_PERMIT = "residence_permit"
