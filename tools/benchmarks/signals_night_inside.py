"""The part of `tools.benchmarks.signals_night` that needs Django: one nightly increment. Prints its figures as JSON."""

import json
import logging
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

import django

_KIB = 1024


def main() -> None:
    """Run production's increment once."""
    django.setup()
    logging.disable(logging.INFO)
    from detection.models import DuePlayer  # noqa: PLC0415 - after django.setup()
    from detection.services.building import build_columns  # noqa: PLC0415 - likewise
    from detection.services.deviations import measure_revealed_shoes  # noqa: PLC0415 - likewise
    from detection.services.judging import judge_due_players  # noqa: PLC0415 - likewise

    begun, worked = perf_counter(), process_time()
    rounds = build_columns()
    built = perf_counter()
    players = DuePlayer.objects.count()
    judge_due_players()
    over = perf_counter()
    deviations = measure_revealed_shoes()
    measured = perf_counter()
    found = {
        "rounds": rounds,
        "players": players,
        "columns": built - begun,
        "judging": over - built,
        "seconds": over - begun,
        "deviations": deviations,
        "measuring": measured - over,
        "processor": process_time() - worked,
        "peak": getrusage(RUSAGE_SELF).ru_maxrss * _KIB,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
