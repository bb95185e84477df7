"""Back-office page of the networks that are not public and may receive webhooks."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.roles.values import Right
from api.forms.webhooks import NetworkEndForm, NetworkForm
from api.selectors.webhooks import list_networks
from api.services import webhook_networks
from api.views.webhook_endpoints import WebhooksPage
from approvals.models import REASON_LENGTH
from pages.lists import load_slice


class NetworksPage(WebhooksPage):
    """Page of proposed, allowed and ended networks."""

    template_name = "api/webhooks/networks.html"
    title = gettext_lazy("Networks for webhooks")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list_networks()
        return super().get_context_data(
            waiting=rows.filter(decision=None),
            slice=load_slice(rows.exclude(decision=None), self.request),
            network_form=self.refused_or_new_form(NetworkForm),
            longest=REASON_LENGTH,
            **kwargs,
        )


@NetworksPage.form_view(NetworkForm, Right.EDIT_WEBHOOKS, drawn=True)
def propose_network(page: NetworksPage, form: NetworkForm) -> HttpResponse:
    given = form.cleaned_data
    webhook_networks.propose_network(
        given["network"], reason=given["reason"], acting_user=page.user
    )
    text = _("It is proposed. A second person has to approve it.")
    return page.redirect_with_message(text, "webhooks:networks")


@NetworksPage.form_view(
    NetworkEndForm,
    Right.EDIT_WEBHOOKS,
    Right.APPROVE_WEBHOOKS,
    about=lambda pk: {},  # noqa: ARG005 - the page has no arguments
)
def end_network(page: NetworksPage, form: NetworkEndForm) -> HttpResponse:
    webhook_networks.end_network(
        page.kwargs["pk"], reason=form.cleaned_data["reason"], acting_user=page.user
    )
    return page.redirect_with_message(_("The network is no longer allowed."), "webhooks:networks")


decide_network = NetworksPage.decision_view(
    Right.APPROVE_WEBHOOKS,
    webhook_networks.decide_network,
    approved=gettext_lazy("The network is allowed."),
    refused=gettext_lazy("Refused."),
    back="webhooks:networks",
)
