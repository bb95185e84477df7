import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.case_record_page import CaseRecordPage
from ...models.list_cases_kind import ListCasesKind
from ...models.list_cases_outcome import ListCasesOutcome
from ...models.list_cases_severity import ListCasesSeverity
from ...models.list_cases_status import ListCasesStatus
from ...types import UNSET, Unset


def list_cases(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    kind: ListCasesKind | Unset = UNSET,
    limit: int | Unset = 50,
    outcome: ListCasesOutcome | Unset = UNSET,
    player: int | Unset = UNSET,
    severity: ListCasesSeverity | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    status: ListCasesStatus | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> CaseRecordPage:
    """List cases.

    Cases of fraud, the newest first. Those of money laundering need the scope `cases:aml` as
    well, those of player protection `cases:protection`.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    json_outcome: str | Unset = UNSET
    if not isinstance(outcome, Unset):
        json_outcome = outcome.value

    params["outcome"] = json_outcome

    params["player"] = player

    json_severity: str | Unset = UNSET
    if not isinstance(severity, Unset):
        json_severity = severity.value

    params["severity"] = json_severity

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/cases",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = CaseRecordPage.from_dict(response.json())

        return response_200
