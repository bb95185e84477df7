-- When players looked at live tables: `seen_at` is written every ten seconds while they do. After a gap of a minute the span
-- that ended becomes a row, and another begins. The present span is `seen_since` to `seen_at` of the participant.

CREATE FUNCTION public.casino_keep_watch() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op = 'INSERT' OR old.seen_at IS NULL THEN
        new.seen_since := new.seen_at;
    ELSIF new.seen_at > old.seen_at + interval '1 minute' THEN
        INSERT INTO casino_tablewatch (participant_id, begun_at, ended_at)
        VALUES (old.id, least(old.seen_since, old.seen_at), old.seen_at);
        new.seen_since := new.seen_at;
    ELSE
        new.seen_since := coalesce(old.seen_since, old.seen_at);
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER keep_watch BEFORE INSERT OR UPDATE OF seen_at ON public.casino_participant
FOR EACH ROW WHEN (new.seen_at IS NOT NULL) EXECUTE FUNCTION public.casino_keep_watch();
