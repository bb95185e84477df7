"""Uploads in memory only, so no document is readable on disk, with a size limit."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class Bounded(FileUploadHandler):
    """Keep a file up to `UPLOAD_BYTES`; of a longer one only the length, and the form refuses it."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin another one."""
        super().new_file(*args, **kwargs)
        self.kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep the next part while there is room; no other handler gets it."""
        if start + len(raw_data) <= settings.UPLOAD_BYTES:
            self.kept.write(raw_data)

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":
        """The file, with the length that was sent."""
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
