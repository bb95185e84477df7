from ...words import Word


class ProposalState(Word):
    APPROVED = "approved"
    REFUSED = "refused"
    WAITING = "waiting"
