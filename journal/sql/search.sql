-- What a search finds events by: the words of subject and data, numbers and identifiers cut at every sign.
CREATE INDEX journal_event_words ON public.journal_event USING gin (
    to_tsvector('simple', regexp_replace(subject || ' ' || data::text, '[^0-9A-Za-z\u0080-\uffff]+', ' ', 'g')));
