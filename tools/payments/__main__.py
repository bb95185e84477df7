"""Serve the provider on loopback: PAYMENT_SECRET in the environment, and the site's callback URL as an argument."""

import argparse
import os
import sys

import django


def main() -> int:
    """Serve until Ctrl-C. The site needs PAYMENT_PROVIDERS and the same secret (docs/providers.md)."""
    parser = argparse.ArgumentParser(prog="python -m tools.payments", description=__doc__)
    parser.add_argument("callbacks", help="http://127.0.0.1:8000/bank/callbacks/<name>/")
    parser.add_argument("--port", type=int, default=8200)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    django.setup()
    from tools.payments.serving import serve  # noqa: PLC0415  needs the settings

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    return serve(given.callbacks, given.port, os.environ["PAYMENT_SECRET"], say)


if __name__ == "__main__":
    sys.exit(main())
