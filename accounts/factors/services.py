# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""allauth adapter for second factors."""

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
    """Cipher that encrypts with the current secret key and also decrypts with earlier ones."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(str(key))) for key in keys])


def _derived(key: str) -> bytes:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"ligalo second step v1")
    return urlsafe_b64encode(derivation.derive(key.encode()))


class SecondStepAdapter(DefaultMFAAdapter):
    """allauth adapter: encrypts the secrets of authenticator apps and renders QR codes on white."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  # as allauth calls it
        """Return the default name of a passkey: numbered, because the device is unknown."""
        held = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey %(number)d") % {"number": held + 1}

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as SVG, black on white in any theme."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(picture)
        return picture.getvalue().decode()
