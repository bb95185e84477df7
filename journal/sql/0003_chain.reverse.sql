DROP TRIGGER alarms_only ON public.journal_seen;
DROP FUNCTION
    public.journal_seen_alarm(), public.journal_unlinked(interval), public.journal_broken(bigint, bigint),
    public.journal_chain(integer), public.journal_due(integer), public.journal_hash(bytea, bigint, text, jsonb),
    public.journal_content(text, bigint);
