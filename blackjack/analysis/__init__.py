"""The exact return of a table with best play from a fresh shoe.

Needs numpy. Start with `blackjack.analysis.result.analyse`; docs/mathematics.md explains the method.
"""

import os

# The work is many small products: threads of the linear algebra, ten times slower, would only wait for each other. This
# is read when numpy is loaded, which is after this.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
