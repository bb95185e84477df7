-- Significant events by kind.
SELECT part.day_before + width_bucket(at, part.starts) AS day, kind, severity, count(*) AS events
FROM part JOIN journal_event AS event ON at >= part.since AND at < part.until
GROUP BY 1, kind, severity
