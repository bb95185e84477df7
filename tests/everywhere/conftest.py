"""The house that is walked through."""

from typing import Any

import pytest
from psycopg import Connection

from tests.everywhere.house import House, whole_house


@pytest.fixture
def house(committed_db: None, owner_connection: Connection[Any]) -> House:
    return whole_house(owner_connection)
