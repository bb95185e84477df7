"""A player's residential address: its versions, correction and verification by staff."""

from dataclasses import asdict
from functools import cached_property
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext, gettext_lazy as _

from accounts.identity.refusals import AddressMissing
from accounts.identity.selectors.addresses import KnownAddress, load_address, load_addresses
from accounts.identity.services import addresses
from compliance.players.forms.addresses import CorrectAddressForm, VerifyAddressForm
from compliance.players.views.act_page import ActPage, ActWords
from pages.moments import moment_text


class CorrectAddressPage(ActPage[CorrectAddressForm]):
    """Show all versions of the address, and enter another one."""

    @cached_property
    def words(self) -> ActWords:
        return ActWords(
            _("Residential address"),
            (
                _("Correct it only with a document or a letter of the player in front of you."),
                _("Earlier versions are kept. The new one is not verified."),
            ),
            _("Save the address"),
            _("The address is saved."),
            dict(map(_describe, load_addresses(self.player))),
        )

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "country": self.player.country}

    def get_initial(self) -> dict[str, Any]:
        known = load_address(self.player)
        return asdict(known.address) if known else {}

    def carry_out(self, form: CorrectAddressForm) -> None:
        given = form.cleaned_data
        addresses.correct_address(
            self.player.pk, given["address"], acting_user=self.user, reason=given["reason"]
        )


def _describe(known: KnownAddress) -> tuple[str, str]:
    by = known.entered_by.full_name if known.entered_by else gettext("the player")
    at = moment_text(known.at, gettext("j M Y, H:i")) if known.at else ""
    check = known.verification
    verified = (
        gettext("verified by %(person)s: %(reason)s")
        % {"person": check.acting_user.full_name, "reason": check.reason}
        if check
        else gettext("not verified")
    )
    return f"{at} · {by} · {known.pk}", f"{known.address} ({verified})"


class VerifyAddressPage(ActPage[VerifyAddressForm]):
    """Record the proof of the address in force; redirects to its entry if there is none."""

    @property
    def words(self) -> ActWords:
        return ActWords(
            _("Verify the address"),
            (
                _(
                    "Compare name and address with a proof of the last three months, such as a bill or a bank statement."
                ),
            ),
            _("Verify with this proof"),
            _("The address is verified."),
            {gettext("Address"): str(self.known.address)} if self.known else {},
        )

    @cached_property
    def known(self) -> KnownAddress | None:
        return load_address(self.player)

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self.known is not None and self.known.pk is not None:
            return super().dispatch(*args, **kwargs)
        return self.redirect_with_message(AddressMissing.message, "players:address", self.player.pk)

    def get_initial(self) -> dict[str, Any]:
        return {"seen": self.known.pk if self.known else None}

    def carry_out(self, form: VerifyAddressForm) -> None:
        given = form.cleaned_data
        addresses.verify_address(
            self.player.pk, given["seen"], acting_user=self.user, reason=given["reason"]
        )
