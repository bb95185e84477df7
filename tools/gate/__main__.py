"""`python -m tools.gate PORT SECRET COUNTRY`: a provider that finds everybody in this country and lists nobody.

Of joint limits it answers 700, 1,750 and 3,300 EUR a day, a week and four weeks, all of it left.
"""

import sys
from typing import Any, Final

from tools.gate.server import GateServer

_JOINT: Final = {"day": "700.00", "week": "1750.00", "four_weeks": "3300.00"}


def answer_question(question: dict[str, Any], country: str) -> dict[str, Any]:
    """Return what the provider says to a question."""
    if question["check"] == "joint_limits":
        limits = {name: {"limit": amount, "left": amount} for name, amount in _JOINT.items()}
        return {"currency": "EUR", **limits}
    return {"outcome": "passed", "country": country}


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C; return 0."""
    port, secret, country = int(arguments[0]), arguments[1], arguments[2]
    address = ("127.0.0.1", port)
    server = GateServer(address, secret, lambda question: answer_question(question, country))
    sys.stdout.write(f"The gate's provider at {server.url}\n")
    sys.stdout.flush()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
