from ...words import Word


class PolicyBlockKindEnum(Word):
    HEADING = "heading"
    ITEMS = "items"
    PARAGRAPH = "paragraph"
