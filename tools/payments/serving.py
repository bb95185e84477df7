"""The server as a process: it posts its callbacks to the site."""

from collections.abc import Callable

import requests

from tools.payments.server import PaymentServer
from wallet.providers.services.hosted import HostedProvider
from wallet.providers.values import CallbackRequest

_SECONDS = 10.0


def serve(callbacks: str, port: int, secret: str, say: Callable[[str], object]) -> int:
    """Serve until Ctrl-C and post callbacks to the URL; return 0."""

    def send(request: CallbackRequest) -> None:
        answer = requests.post(
            callbacks, data=request.body, headers=dict(request.headers), timeout=_SECONDS
        )
        say(f"callback: {answer.status_code}")

    url = f"http://127.0.0.1:{port}"
    adapter = HostedProvider("test", {"SECRET": secret, "URL": url})
    with PaymentServer(("127.0.0.1", port), adapter, send) as server:
        say(f"Payments at {url}, callbacks to {callbacks}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0
