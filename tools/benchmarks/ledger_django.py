"""Players who move money through Django; `tools.benchmarks.ledger` starts this once per measurement.

Each process has its own connection and calls `wallet.ledger.services.movements` inside
`transaction.atomic()`, a stake and a settlement in turn. Prints one line per process: its latencies
in microseconds.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from multiprocessing.synchronize import Barrier
from uuid import UUID, uuid4

import django


def play(
    start: Barrier, seconds: float, players: int, results: "multiprocessing.Queue[str]"
) -> None:
    """Move money for `seconds` and put the latencies of the movements into `results` as JSON."""
    from django.db import connection, transaction  # noqa: PLC0415 - after django.setup()

    from wallet.ledger.services import movements  # noqa: PLC0415 - likewise
    from wallet.money.values import Money  # noqa: PLC0415 - likewise

    stake = Money(100_000, "USD")
    took: list[int] = []
    source = random.Random()  # noqa: S311 - random order of players, not security-relevant
    connection.ensure_connection()
    start.wait()
    end = time.perf_counter() + seconds
    player, round_id = 0, UUID(int=0)
    while (began := time.perf_counter()) < end:
        with transaction.atomic():
            if len(took) % 2 == 0:
                player, round_id = source.randint(1, players), uuid4()
                movements.hold_stake(player, stake, key=uuid4(), round_id=round_id)
            else:
                movements.settle_stakes(
                    player,
                    key=uuid4(),
                    round_id=round_id,
                    staked=stake,
                    returned=stake * source.randint(0, 2),
                )
        took.append(round((time.perf_counter() - began) * 1e6))
    connection.close()
    results.put(json.dumps(took))


def main() -> None:
    """Start the processes together and print the latencies of each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--players", type=int, required=True)
    given = parser.parse_args()
    django.setup()
    fork = multiprocessing.get_context("fork")
    start, results = fork.Barrier(given.clients), fork.Queue()
    work = (start, given.seconds, given.players, results)
    processes = [fork.Process(target=play, args=work) for _ in range(given.clients)]
    for process in processes:
        process.start()
    for _ in processes:
        print(results.get(timeout=given.seconds + 120))
    for process in processes:
        process.join()
    sys.exit(max(abs(process.exitcode or 0) for process in processes))


if __name__ == "__main__":
    main()
