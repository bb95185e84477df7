"""Payment data: where money is paid to. Another destination than ever before takes a second factor that counts and was shown just now; the first takes the factor of who has one, and the password of others."""

from enum import Enum

from accounts.factors.selectors import Proof, find_unsettled_factors
from accounts.factors.words import unsettled_text
from accounts.models.users import User
from accounts.recovery.selectors import was_reset
from wallet.cash.refusals import FactorNeeded, ProofNeeded
from wallet.cash.selectors import payments
from wallet.cash.values.bank_details import BankDetails
from wallet.cash.values.destination_sealing import destination_digest


class Novelty(Enum):
    """How new a destination is to its player."""

    KNOWN = "known"
    FIRST = "first"
    ANOTHER = "another"


def novelty(player: User, destination: BankDetails) -> Novelty:
    """How new it would be. The first ever is given, not changed, unless lost factors were taken away before it.

    Two queries at most.
    """
    known = payments.known_destinations(player.pk)
    if destination_digest(player.pk, destination) in known:
        return Novelty.KNOWN
    return Novelty.ANOTHER if known or was_reset(player) else Novelty.FIRST


def require_allowed(player: User, destination: BankDetails, proof: Proof) -> None:
    """Raise FactorNeeded where it is another one and no factor that counts was shown just now, ProofNeeded where it is the first and nobody proved to be the player."""
    new = novelty(player, destination)
    if new == Novelty.KNOWN:
        return
    if new == Novelty.ANOTHER:
        if unsettled := find_unsettled_factors(player):
            raise FactorNeeded(unsettled_text(unsettled))
        if not proof.by_factor:
            raise FactorNeeded
    require_proof(player, proof)


def require_proof(player: User, proof: Proof) -> None:
    """Raise ProofNeeded unless it was the player just now who has the session."""
    if not proof.is_of(player):
        raise ProofNeeded
