"""Payment providers in the back office: which are configured, and the comparison with a statement of theirs."""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from wallet.cash.forms.providers import ProviderStatementForm
from wallet.cash.services import provider_comparison
from wallet.cash.services.provider_comparison import Comparison
from wallet.cash.words.providers import describe_difference, describe_providers

MOST_BYTES: Final = 64 * 1024 * 1024


class ProvidersPage(StaffFormPage[ProviderStatementForm]):
    """Page of the configured providers, with a form to compare a statement; it changes nothing but the event log."""

    opens = (Right.VIEW_CASH,)
    sends = Right.DO_CASH
    title = _("Payment providers")
    template_name = "wallet/staff/providers.html"

    def offers_form(self, form: ProviderStatementForm) -> bool:
        return form.has_providers and super().offers_form(form)

    def process_form(self, form: ProviderStatementForm) -> HttpResponse:
        found = self._compare(form)
        return self.render_page(
            form=form,
            comparison=found,
            differences=[describe_difference(one) for one in found.differences],
        )

    def _compare(self, form: ProviderStatementForm) -> Comparison:
        given = form.cleaned_data
        if given["file"]:
            content = given["file"].read(MOST_BYTES)
            return provider_comparison.compare_file(
                given["provider"], content, acting_user=self.user
            )
        return provider_comparison.compare_since(
            given["provider"], given["since"], acting_user=self.user
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(providers=describe_providers(), **kwargs)
