"""The house fixture of these tests."""

import pytest

from tests.everywhere.house import House, whole_house
from tests.fixtures.prepared import Prepared


@pytest.fixture
def house(prepared: Prepared) -> House:
    return prepared(whole_house)
