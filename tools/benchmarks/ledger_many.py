"""Cost of settling seven players by seven calls of `post()` and by one of `post_many()`.

`python -m tools.benchmarks.ledger_many` starts a server of its own, and itself again as the Django
process that does both in turn. Stakes are held before each measured transaction. Prints the median
of each, commit included, and their ratio.
"""

import argparse
from statistics import median
from time import perf_counter
from uuid import uuid4

import django

from tools.benchmarks import servers

PLAYERS = 7


def settle(times: int) -> None:
    """Settle `times` deals in each way, alternating; print the median times."""
    from django.db import transaction  # noqa: PLC0415 - after django.setup()

    from wallet.ledger.models import TransferKind  # noqa: PLC0415 - likewise
    from wallet.ledger.services import posting  # noqa: PLC0415 - likewise
    from wallet.money.values import Money  # noqa: PLC0415 - likewise

    stake = Money(100_000, "USD")
    kinds, request = TransferKind, posting.TransferRequest
    took: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * times):
        rounds = [(player, uuid4()) for player in range(1, PLAYERS + 1)]
        posting.post_transfers(
            [(uuid4(), request(kinds.BET, player, stake, round_id=one)) for player, one in rounds]
        )
        ends = [
            (uuid4(), request(kinds.SETTLE, player, stake, stake * (player % 3), round_id=one))
            for player, one in rounds
        ]
        together = bool(turn % 2)
        begun = perf_counter()
        with transaction.atomic():
            if together:
                posting.post_transfers(ends)
            else:
                for key, end in ends:
                    posting.post_transfer(key, end)
        took[together].append(1e3 * (perf_counter() - begun))
    single, many = (median(took[together]) for together in (False, True))
    print(f"{times} deals: {single:.2f} ms by post(), {many:.2f} ms by post_many()")
    print(f"ratio {many / single:.2f}")


def main() -> None:
    """Start the server, or settle as its client."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500, help="deals settled in each way")
    parser.add_argument("--client", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.client:
        django.setup()
        settle(given.times)
        return
    print(servers.describe_conditions(), flush=True)
    with servers.run_server("ledger") as bench:
        servers.add_members(bench, PLAYERS)
        words = ("-m", "tools.benchmarks.ledger_many", "--client", "--times", str(given.times))
        bench.django(*words, tell=lambda line: print(line, end=""))


if __name__ == "__main__":
    main()
