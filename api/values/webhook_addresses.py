"""The address of a webhook endpoint, in its parts."""

from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

HTTPS: Final = "https"
_PORTS: Final = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class WebhookAddress:
    """Scheme, host, port, and path with query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_https(self) -> bool:
        return self.scheme == HTTPS

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @classmethod
    def parse(cls, url: str) -> Self | None:
        """Return the parts of an http or https address; None for any other text, and with a user name or fragment."""
        if not url.isascii() or not url.isprintable() or " " in url:
            return None
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return None
        known = parts.scheme in _PORTS and parts.hostname
        if not known or not parts.hostname or "@" in parts.netloc or "#" in url or port == 0:
            return None
        path = parts.path or "/"
        query = f"?{parts.query}" if parts.query else ""
        return cls(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], path + query)
