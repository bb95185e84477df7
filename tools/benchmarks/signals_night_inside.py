"""The part of `tools.benchmarks.signals_night` that needs Django: a stage of the night. Prints its figures as JSON."""

import argparse
import json
import logging
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

import django

_KIB = 1024


def main() -> None:
    """Run one of production's steps, once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("stage", choices=["columns", "judging"])
    stage = parser.parse_args().stage
    django.setup()
    logging.disable(logging.INFO)
    from detection.services.building import build_columns  # noqa: PLC0415 - after django.setup()
    from detection.services.judging import judge_due_players  # noqa: PLC0415 - likewise

    begun, worked = perf_counter(), process_time()
    done = build_columns() if stage == "columns" else judge_due_players()
    found = {
        "done": done,
        "seconds": perf_counter() - begun,
        "processor": process_time() - worked,
        "peak": getrusage(RUSAGE_SELF).ru_maxrss * _KIB,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
