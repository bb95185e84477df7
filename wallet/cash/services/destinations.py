"""Proof of identity for payment destinations: a new destination needs a settled second factor, shown recently; the first one needs the factor if there is one, else the password."""

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


def novelty_of(player: User, destination: BankDetails) -> Novelty:
    """How new a destination is. The first one ever is FIRST, unless lost factors were reset before.

    Two queries at most.
    """
    known = payments.known_destinations(player.pk)
    if destination_digest(player.pk, destination) in known:
        return Novelty.KNOWN
    return Novelty.ANOTHER if known or was_reset(player) else Novelty.FIRST


def require_allowed(player: User, destination: BankDetails, proof: Proof) -> None:
    """Raise FactorNeeded for another destination without a settled factor shown recently, ProofNeeded for the first without recent proof."""
    new = novelty_of(player, destination)
    if new == Novelty.KNOWN:
        return
    if new == Novelty.ANOTHER:
        if unsettled := find_unsettled_factors(player):
            raise FactorNeeded(unsettled_text(unsettled))
        if not proof.by_factor:
            raise FactorNeeded
    require_proof(player, proof)


def require_proof(player: User, proof: Proof) -> None:
    """Raise ProofNeeded without recent proof of identity in the session."""
    if not proof.is_of(player):
        raise ProofNeeded
