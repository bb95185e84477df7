"""Keys and signatures of Standard Webhooks: HMAC-SHA256 ("v1") and Ed25519 ("v1a")."""

import hmac
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import models
from django.utils.translation import gettext_lazy as _

SECRET_BYTES: Final = 32
_SECRET, _PRIVATE, _PUBLIC = "whsec_", "whsk_", "whpk_"


class SigningAlgorithm(models.TextChoices):
    """How the messages of an endpoint are signed."""

    HMAC = "hmac", _("HMAC-SHA256, with a shared secret")
    ED25519 = "ed25519", _("Ed25519, with a public key")


@dataclass(frozen=True, slots=True)
class WebhookKey:
    """A key in its written form; `public` is empty for HMAC."""

    algorithm: SigningAlgorithm
    secret: str
    public: str = ""


def generate_key(algorithm: SigningAlgorithm) -> WebhookKey:
    """Return a new random key."""
    seed = secrets.token_bytes(SECRET_BYTES)
    if algorithm == SigningAlgorithm.HMAC:
        return WebhookKey(algorithm, _write(_SECRET, seed))
    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return WebhookKey(algorithm, _write(_PRIVATE, seed), _write(_PUBLIC, public))


def sign_message(key: WebhookKey, message_id: str, timestamp: int, body: bytes) -> str:
    """Return one signature of the header `webhook-signature`."""
    content = f"{message_id}.{timestamp}.".encode() + body
    seed = b64decode(key.secret.partition("_")[2])
    if key.algorithm == SigningAlgorithm.HMAC:
        return _write("v1,", hmac.digest(seed, content, "sha256"))
    return _write("v1a,", Ed25519PrivateKey.from_private_bytes(seed).sign(content))


def _write(prefix: str, value: bytes) -> str:
    return prefix + b64encode(value).decode()
