"""Files as people send them."""

from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n"


def picture(form: str = "JPEG", size: tuple[int, int] = (400, 300)) -> bytes:
    """A photograph."""
    kept = BytesIO()
    Image.new("RGB", size, "white").save(kept, form)
    return kept.getvalue()


def file(content: bytes | None = None, name: str = "cedula.jpg") -> SimpleUploadedFile:
    """The field of a form; what the browser says of its type is not believed."""
    return SimpleUploadedFile(name, picture() if content is None else content, "text/html")
