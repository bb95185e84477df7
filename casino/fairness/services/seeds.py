"""Client seeds, salts and cuts from a form. The library defines a valid seed."""

from django.utils.translation import gettext_lazy as _

from blackjack import fairness
from blackjack.fairness import SeedError
from blackjack.rules import Rules
from casino.refusals import SeedRefused


def client_seed_from_form(text: str) -> str:
    """Validate a client seed as typed. Raises `SeedRefused`."""
    try:
        return fairness.check_client_seed(text)
    except SeedError as error:
        raise SeedRefused(
            _("A seed has 1 to 31 letters (A to Z, a to z), digits, hyphens or underscores.")
        ) from error


def salt_from_form(salt: str, salt_text: str) -> str:
    """Salt for a new shoe: from the page's script or, without JavaScript, from typed words. Raises `SeedRefused`."""
    if not salt and salt_text.strip():
        return fairness.salt_from_text(salt_text.strip())
    try:
        return fairness.check_salt(salt)
    except SeedError as error:
        raise SeedRefused(_("Type a few words for this shoe before its first card.")) from error


def cut_from_form(rules: Rules, cut: int | None) -> int | None:
    """Cut of a new shoe: as chosen, else the middle; None if the rules have no cut. Raises `SeedRefused`."""
    cuts = rules.cuts
    if cut is None:
        return cuts[len(cuts) // 2] if cuts else None
    if not cuts:
        raise SeedRefused(_("The shoes of this table are not cut."), code="invalid_cut")
    if cut not in cuts:
        raise SeedRefused(
            _("A shoe is cut at a whole number from %(first)d to %(last)d.")
            % {"first": cuts[0], "last": cuts[-1]},
            code="invalid_cut",
            field="cut",
        )
    return cut
