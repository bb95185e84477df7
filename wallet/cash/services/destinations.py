"""Proof of identity for withdrawals and payment destinations.

A new destination needs a settled second factor, shown recently. The first one needs the factor if there is one, else
the password. Where the profile asks players for a second factor, each withdrawal needs it.
"""

from enum import Enum
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.factors.selectors import IdentityProof, find_unsettled_factors
from accounts.factors.words import unsettled_text
from accounts.models.users import User
from accounts.recovery.selectors import had_factor_reset
from internals.texts import Text
from profiles.selectors.in_force import profile_in_force
from wallet.cash.refusals import FactorNeeded, ProofNeeded
from wallet.cash.selectors import payments
from wallet.cash.values.bank_details import BankDetails
from wallet.cash.values.destination_sealing import destination_digest

_EACH: Final = _("A withdrawal needs your second factor: use it first, and send this again.")


class DestinationNovelty(Enum):
    KNOWN = "known"
    FIRST = "first"
    ANOTHER = "another"


def classify_destination(player: User, destination: BankDetails) -> DestinationNovelty:
    """Return whether a destination is known to its player, the first one, or another one. Two queries at most.

    After a reset of lost factors the first one counts as another one.
    """
    known = payments.known_destinations(player.pk)
    if destination_digest(player.pk, destination) in known:
        return DestinationNovelty.KNOWN
    return (
        DestinationNovelty.ANOTHER
        if known or had_factor_reset(player)
        else DestinationNovelty.FIRST
    )


def require_destination_proof(player: User, destination: BankDetails, proof: IdentityProof) -> None:
    """Check the proof needed for this destination.

    Raises FactorNeeded if the profile asks for a factor at each withdrawal, for another destination without a settled factor shown recently, ProofNeeded for the first one
    without recent proof.
    """
    if asks_factor(player):
        _require_factor(player, proof, _EACH)
    new = classify_destination(player, destination)
    if new == DestinationNovelty.KNOWN:
        return
    if new == DestinationNovelty.ANOTHER:
        _require_factor(player, proof, FactorNeeded.message)
    require_proof(player, proof)


def asks_factor(player: User) -> bool:
    """Return whether the profile asks this player for a second factor at each withdrawal. No query."""
    return profile_in_force(player.country).player_second_factor != "offered"


def _require_factor(player: User, proof: IdentityProof, message: Text) -> None:
    """Raise FactorNeeded without a settled factor that was shown recently."""
    if unsettled := find_unsettled_factors(player):
        raise FactorNeeded(unsettled_text(unsettled))
    if not proof.has_recent_factor:
        raise FactorNeeded(message)


def require_proof(player: User, proof: IdentityProof) -> None:
    """Raise ProofNeeded without recent proof of identity in the session."""
    if not proof.is_sufficient_for(player):
        raise ProofNeeded
