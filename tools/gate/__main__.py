"""`python -m tools.gate PORT SECRET COUNTRY`: a provider that finds everybody in this country and lists nobody."""

import sys

from tools.gate.server import GateServer


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C; return 0."""
    port, secret, country = int(arguments[0]), arguments[1], arguments[2]
    server = GateServer(
        ("127.0.0.1", port), secret, lambda _question: {"outcome": "passed", "country": country}
    )
    sys.stdout.write(f"The gate's provider at {server.url}\n")
    sys.stdout.flush()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
