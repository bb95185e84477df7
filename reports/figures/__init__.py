"""Figures of each report: one module each, with `figures(period, chosen)`, which only reads.

Amounts in dollars are `Money` in USD at the rates stored at the time.
"""
