"""Refusals of background files."""

from http import HTTPStatus

from journal.refusals import Refusal


class ExportRefused(Refusal):
    """Nothing was requested, or the file is gone."""

    code = "export_refused"
    status = HTTPStatus.CONFLICT
