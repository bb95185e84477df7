from ...words import Word


class ListPointsKind(Word):
    DEBT = "debt"
    EARNED = "earned"
    REDEEMED = "redeemed"
    REPAID = "repaid"
    RESTORED = "restored"
    REVERSED = "reversed"
