"""Upload handler that keeps files in memory only, with a size limit: no document is readable on disk."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class BoundedUploadHandler(FileUploadHandler):
    """Upload handler that keeps up to `UPLOAD_BYTES`; of a larger file it counts the length, and the form refuses it."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep the chunk if it fits. Returns None, so no other handler gets it."""
        if start + len(raw_data) <= settings.UPLOAD_BYTES:
            self.kept.write(raw_data)

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":
        """Return the file with the length that was sent."""
        self.kept.seek(0)
        return InMemoryUploadedFile(
            self.kept,
            self.field_name,
            self.file_name or "",
            self.content_type or "",
            file_size,
            self.charset,
            self.content_type_extra,
        )
