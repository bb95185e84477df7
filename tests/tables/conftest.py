import sys
from types import ModuleType

import pytest
from celery import Celery

from tests.tables.analyses import Analyses


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the tasks sent to the queue."""
    names: list[str] = []
    monkeypatch.setattr(Celery, "send_task", lambda _app, name, **_how: names.append(name))
    return names


@pytest.fixture
def analyses(committed_db: None, nudges: list[str], monkeypatch: pytest.MonkeyPatch) -> Analyses:
    """Replace the analysis, and the import of numpy, by a stub; commits are real, and no task is queued."""
    module, analyses = ModuleType("blackjack.analysis.result"), Analyses()
    monkeypatch.setattr(module, "analyse", analyses.analyse, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return analyses
