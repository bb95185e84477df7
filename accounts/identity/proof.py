"""What is proved of a player: whom staff compare with a document, and that what was proved is proved no more."""

from hashlib import sha256

from accounts.identity_models import IdentityNumber
from accounts.models import User, VerificationMethod
from accounts.player_models import Letter
from journal.refusals import ChangedMeanwhile


def compared(player: User) -> str:
    """A mark of who the player is as it is kept now: name, birth date, country and number of the document. One query.

    Whoever compares them with a document says so of these alone: another member of staff may put them right meanwhile.
    """
    number = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    row = number.values_list("pk", flat=True).first()
    kept = (player.pk, player.full_name, player.birth_date, player.country, row)
    return sha256("\0".join(map(str, kept)).encode()).hexdigest()


def see_compared(player: User, mark: str) -> None:
    """Raise ChangedMeanwhile where a locked player is not kept any more as whoever compared them saw; an empty mark says nothing."""
    if mark and mark != compared(player):
        raise ChangedMeanwhile


def lapse(player: User) -> bool:
    """End the verification of a locked player, who is told: it was of what stood there before. Whether there was one.

    Until staff verify anew nothing is staked for real money or paid out.
    """
    was_verified = player.is_verified
    if was_verified:
        Letter.objects.create(player=player, kind=Letter.Kind.UNVERIFIED)
    player.verified_at, player.document_until = None, None
    player.verification_method = VerificationMethod.NONE
    player.save(update_fields=["verified_at", "document_until", "verification_method"])
    return was_verified
