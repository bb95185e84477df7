"""Who brings money in and takes it out, behind one small interface (`base.Provider`)."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services.demo import Demo
from wallet.providers.services.manual import Manual
from wallet.providers.services.provider import Provider
from wallet.providers.services.registry import _ALL, DEMO, MANUAL, enabled
