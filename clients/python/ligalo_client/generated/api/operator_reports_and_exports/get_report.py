import datetime
from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.get_report_accounts import GetReportAccounts
from ...models.get_report_currency import GetReportCurrency
from ...models.get_report_period import GetReportPeriod
from ...models.get_report_segment import GetReportSegment
from ...models.sheet import Sheet
from ...types import UNSET, Unset


def get_report(
    caller: Caller,
    report: str,
    *,
    accounts: GetReportAccounts | Unset = UNSET,
    country: str | Unset = UNSET,
    currency: GetReportCurrency | Unset = UNSET,
    period: GetReportPeriod | Unset = UNSET,
    segment: GetReportSegment | Unset = UNSET,
    since: datetime.date | Unset = UNSET,
    since_time: str | Unset = UNSET,
    table: int | Unset = UNSET,
    until: datetime.date | Unset = UNSET,
    until_time: str | Unset = UNSET,
    version: int | Unset = UNSET,
) -> Sheet:
    """Get a report.

    The same sheet as the report's page, with the same period and filters.
    """
    params: dict[str, Any] = {}

    json_accounts: str | Unset = UNSET
    if not isinstance(accounts, Unset):
        json_accounts = accounts.value

    params["accounts"] = json_accounts

    params["country"] = country

    json_currency: str | Unset = UNSET
    if not isinstance(currency, Unset):
        json_currency = currency.value

    params["currency"] = json_currency

    json_period: str | Unset = UNSET
    if not isinstance(period, Unset):
        json_period = period.value

    params["period"] = json_period

    json_segment: str | Unset = UNSET
    if not isinstance(segment, Unset):
        json_segment = segment.value

    params["segment"] = json_segment

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    params["since_time"] = since_time

    params["table"] = table

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params["until_time"] = until_time

    params["version"] = version

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/reports/{report}".format(
            report=quote(str(report), safe=""),
        ),
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Sheet.from_dict(response.json())

        return response_200
