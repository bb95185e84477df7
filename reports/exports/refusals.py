"""What files in the background refuse."""

from http import HTTPStatus

from journal.refusals import Refusal


class ExportRefused(Refusal):
    """Nothing was asked for, or the file is gone."""

    code = "export_refused"
    status = HTTPStatus.CONFLICT
