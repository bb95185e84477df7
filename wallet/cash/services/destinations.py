"""Payment data: where money is paid to. Another destination than ever before takes a second factor that counts and was shown just now; the first takes the factor of who has one, and the password of others."""

from enum import Enum

from accounts.factors import Proof, refusal_of_factors
from accounts.models import User
from accounts.recovery.selectors import was_reset
from wallet.cash.refusals import FactorNeeded, ProofNeeded
from wallet.cash.selectors import payments
from wallet.cash.values.bank_details import Details
from wallet.cash.values.destination_sealing import digest_of


class Novelty(Enum):
    """How new a destination is to its player."""

    KNOWN = "known"
    FIRST = "first"
    ANOTHER = "another"


def novelty(player: User, destination: Details) -> Novelty:
    """How new it would be. The first ever is given, not changed, unless lost factors were taken away before it.

    Two queries at most.
    """
    known = payments.destinations(player.pk)
    if digest_of(player.pk, destination) in known:
        return Novelty.KNOWN
    return Novelty.ANOTHER if known or was_reset(player) else Novelty.FIRST


def see_allowed(player: User, destination: Details, proof: Proof) -> None:
    """Raise FactorNeeded where it is another one and no factor that counts was shown just now, ProofNeeded where it is the first and nobody proved to be the player."""
    new = novelty(player, destination)
    if new == Novelty.KNOWN:
        return
    if new == Novelty.ANOTHER:
        if refusal := refusal_of_factors(player):
            raise FactorNeeded(refusal)
        if not proof.by_factor:
            raise FactorNeeded
    see_proved(player, proof)


def see_proved(player: User, proof: Proof) -> None:
    """Raise ProofNeeded unless it was the player just now who has the session."""
    if not proof.is_of(player):
        raise ProofNeeded
