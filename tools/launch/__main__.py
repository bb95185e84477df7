"""`python3 -m tools.launch run|setup|test|test-all|check|faults|manage`: the Makefile's targets."""

import sys

OLDEST = (3, 11)

if __name__ == "__main__":
    if sys.version_info < OLDEST:
        # Checked before importing anything that an older Python could not parse.
        print(f"Python 3.11 or later is needed; this is Python {sys.version.split()[0]}.")
        sys.exit(1)
    from tools.launch.commands import main

    sys.exit(main(sys.argv[1:]))
