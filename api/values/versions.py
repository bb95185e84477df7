"""Versions of documents that can be changed under a condition (`If-Match`)."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.utils.http import parse_etags, quote_etag


def compute_version(content: Mapping[str, Any]) -> str:
    """Return the version of a document: the same content has the same one."""
    text = json.dumps(content, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:32]


def is_match(if_match: str, version: str) -> bool:
    """Return whether an `If-Match` header names this version, or any. Weak ETags name none."""
    return if_match.strip() == "*" or quote_etag(version) in parse_etags(if_match)
