"""The cash desk as a provider: staff record payments. Players cannot start it, and there are no callbacks."""

from django.utils.translation import gettext_lazy as _

from wallet.providers.services.provider import Provider


class ManualProvider(Provider):
    label = _("Cashier's desk")
