# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""The site's adapter for allauth's second factors."""

from base64 import urlsafe_b64encode
from io import BytesIO

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathFillImage

from accounts.models.users import User


def _cipher() -> MultiFernet:
    """The site's secret key encrypts; the ones before it still decrypt."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(str(key))) for key in keys])


def _derived(key: str) -> bytes:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"ligalo second step v1")
    return urlsafe_b64encode(derivation.derive(key.encode()))


class SecondStepAdapter(DefaultMFAAdapter):
    """Encrypt secrets of authenticator apps; render QR codes on white."""

    def encrypt(self, text: str) -> str:
        """The stored form of a secret."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret of its stored form."""
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  # as allauth calls it
        """Default name of a passkey: numbered, because the device is unknown."""
        held = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey %(number)d") % {"number": held + 1}

    def build_totp_svg(self, url: str) -> str:
        """The QR code, black on white in any theme."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(picture)
        return picture.getvalue().decode()
