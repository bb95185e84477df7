"""Refusals of background exports."""

from http import HTTPStatus

from journal.refusals import Refusal


class ExportRefused(Refusal):
    """The export was not requested, or its file is gone."""

    code = "export_refused"
    status = HTTPStatus.CONFLICT
