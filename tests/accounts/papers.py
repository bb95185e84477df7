"""Documents that players upload, and helpers to send and inspect them."""

from io import BytesIO
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.identity.services import document_uploads
from accounts.identity.services.verification import SeenDocument
from accounts.models.identity import Upload
from accounts.models.users import User, VerificationMethod
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import staff

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n"


def picture(form: str = "JPEG", size: tuple[int, int] = (400, 300)) -> bytes:
    """Return the bytes of a white image; `size` is width and height in pixels."""
    kept = BytesIO()
    Image.new("RGB", size, "white").save(kept, form)
    return kept.getvalue()


def file(content: bytes | None = None, name: str = "cedula.jpg") -> SimpleUploadedFile:
    """Return an uploaded form file whose declared type, text/html, is wrong on purpose."""
    return SimpleUploadedFile(name, picture() if content is None else content, "text/html")


def browser(player: User) -> Client:
    """Return a client signed in as this player."""
    client = Client()
    client.force_login(player)
    return client


def sent(player: User, kind: str = "front", content: bytes | None = None) -> Upload:
    """Send a document as this player and return its upload."""
    return document_uploads.store_upload(player, kind, picture() if content is None else content)


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def on_disk(folder: Path) -> list[str]:
    """Return the sorted names of the stored files; empty if the folder does not exist."""
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def kinds() -> list[str]:
    """Return the kinds of the document file events, oldest first, without those of document numbers."""
    names = Event.objects.filter(kind__startswith="document_").order_by("id")
    names = names.exclude(kind__startswith="document_number_")
    return list(names.values_list("kind", flat=True))


def by_copy(*rows: Upload) -> SeenDocument:
    """Return a verification by copy that refers to these uploads."""
    return SeenDocument("copy", VerificationMethod.COPY, seen=frozenset(row.pk for row in rows))
