"""What the package sets for numpy holds only where it comes before numpy, and tests import numpy first."""

import blackjack.analysis  # noqa: F401 - imported for what it sets
