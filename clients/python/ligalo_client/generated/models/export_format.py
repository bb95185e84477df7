from ...words import Word


class ExportFormat(Word):
    CSV = "csv"
    DATA = "data"
    PDF = "pdf"
    XLSX = "xlsx"
