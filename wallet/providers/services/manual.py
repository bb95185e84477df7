"""The cashier's desk: staff record payments. Players cannot start it; there are no callbacks."""

from django.utils.translation import gettext_lazy as _

from wallet.providers.services.provider import Provider


class Manual(Provider):
    """The one real provider of a back office."""

    name = "manual"
    label = _("Cashier's desk")
