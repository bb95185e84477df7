-- Rates at the end of the day.
SELECT day, currency, rate, source, as_of FROM rate WHERE currency <> 'PLY'
