"""`python -m journal FILE`: verify exported events without the database and without Django."""

import sys

from journal.exported import main

if __name__ == "__main__":
    sys.exit(main())
