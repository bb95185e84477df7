from ...words import Word


class VoidState(Word):
    APPROVED = "approved"
    CARRIED_OUT = "carried_out"
    EXPIRED = "expired"
    PROPOSED = "proposed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
