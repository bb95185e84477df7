"""The sample programs at the running product."""

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from uuid import uuid4

import pyarrow.parquet as pq
import pytest
from django.utils import timezone

from accounts.roles.values import Role
from api.values.scopes import Scope
from blackjack.presets import PRESETS
from blackjack.strategy import Chart
from casino.models import Decision, Round
from ligalo_client import Ligalo
from tables.models import Mathematics, Table
from tests.accounts.staff import staff
from tests.api.keys import issue
from tests.casino import scenes
from tests.fixtures.site import Site
from tests.tables.house import with_mathematics
from tools.launch.client import FOLDER
from wallet.ledger.models import Entry
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money
