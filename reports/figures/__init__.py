"""Figures of the reports, one module each, with a read-only `figures(period, chosen)`.

Amounts in dollars are `Money` in USD at the rates stored at the time.
"""
