from ...words import Word


class ReplyOutcomeEnum(Word):
    ERASED = "erased"
    IN_PART = "in_part"
    KEPT = "kept"
    PARTLY = "partly"
    REJECTED = "rejected"
    SETTLED = "settled"
    UPHELD = "upheld"
