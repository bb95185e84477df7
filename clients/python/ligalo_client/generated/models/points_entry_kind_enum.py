from ...words import Word


class PointsEntryKindEnum(Word):
    DEBT = "debt"
    EARNED = "earned"
    REDEEMED = "redeemed"
    REPAID = "repaid"
    RESTORED = "restored"
    REVERSED = "reversed"
