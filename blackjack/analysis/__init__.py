"""Exact return of a rule set: best play of one box from a fresh shoe.

Needs numpy. The entry point is `blackjack.analysis.result.analyse`; docs/mathematics.md explains
the method.
"""

import os

# The matrix products are small: with BLAS threads, which wait for each other, they are ten times slower. numpy reads
# these variables when it is imported, which is after this.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
