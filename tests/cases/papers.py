"""Text of files of cases."""

from io import BytesIO

from pypdf import PdfReader


def text_of_file(content: bytes) -> str:
    """Return the text of a PDF in one line."""
    pages = PdfReader(BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())
