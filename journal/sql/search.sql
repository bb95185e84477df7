-- Full-text index of events: words of subject and data, with numbers and identifiers split at every other character.
CREATE INDEX journal_event_words ON public.journal_event USING gin (
    to_tsvector('simple', regexp_replace(subject || ' ' || data::text, '[^0-9A-Za-z\u0080-\uffff]+', ' ', 'g')));
