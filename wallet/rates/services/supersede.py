"""Proposals decided out of order: an older one cannot replace a later one in force."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import DatabaseError

from wallet.rates.refusals import ProposalSuperseded

_LATER_IN_FORCE = "LW104"


@contextmanager
def refuse_superseded() -> Iterator[None]:
    """Context manager for an approval, in its transaction: raise ProposalSuperseded if a later proposal is in force.

    PostgreSQL decides (`wallet_is_superseded`), one approval at a time.
    """
    try:
        yield
    except DatabaseError as error:
        cause = error.__cause__
        if isinstance(cause, psycopg.Error) and cause.sqlstate == _LATER_IN_FORCE:
            raise ProposalSuperseded from error
        raise
