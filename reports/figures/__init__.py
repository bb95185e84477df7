"""The figures of each report: one module each, with `figures(period, chosen)`, which reads and writes nothing but returns values.

Amounts in dollars are `Money` in USD at the rates that were stored with what happened.
"""
