-- The newest restore decides: its preparation ended all play, so its release covers the restores before it.
CREATE OR REPLACE FUNCTION public.restores_is_released() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT FROM restores_restore AS found WHERE NOT EXISTS (
            SELECT FROM restores_release AS asked JOIN restores_releasedecision AS word ON word.proposal_id = asked.id
            WHERE asked.restore_id >= found.id AND word.approved))
$$;

-- As in gate.sql, both conditions are written here again because this function is called for every transfer.
CREATE OR REPLACE FUNCTION public.restores_is_open() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN (
        (SELECT timeline FROM restores_server ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM
            CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END
        -- before a process has watched, as while only the release before runs, the timeline says nothing
        OR NOT EXISTS (SELECT FROM restores_serverheartbeat)
    ) AND NOT EXISTS (
        SELECT FROM restores_restore AS found WHERE NOT EXISTS (
            SELECT FROM restores_release AS asked JOIN restores_releasedecision AS word ON word.proposal_id = asked.id
            WHERE asked.restore_id >= found.id AND word.approved));
END $$;

CREATE OR REPLACE FUNCTION public.restores_skip_numbers() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF restores_is_released() OR EXISTS (
        SELECT FROM restores_preparation WHERE restore_id = (SELECT max(id) FROM restores_restore)
    ) THEN
        RAISE EXCEPTION 'no restore waits to be prepared' USING ERRCODE = '55000';
    END IF;
    PERFORM setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value) + 1000000)
    FROM pg_sequences WHERE schemaname = 'public' AND data_type = 'bigint'::regtype AND NOT cycle;
END $$;

-- Whether a restore is the newest one, and was prepared on the server and timeline that answer now: one that was prepared
-- before the database was restored again says nothing about the shoes that this database holds.
CREATE FUNCTION public.restores_is_prepared(number bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM restores_preparation AS done, pg_control_system() AS server
        WHERE done.restore_id = number AND done.system = server.system_identifier::text
            AND done.timeline = restores_timeline())
        AND number = (SELECT max(id) FROM restores_restore)
$$;

CREATE OR REPLACE FUNCTION public.restores_guard_release() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT restores_is_prepared(new.restore_id) THEN
        RAISE EXCEPTION 'restore %: not prepared', new.restore_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;

-- As above, for the approval.
CREATE FUNCTION public.restores_guard_approval() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    asked bigint := (SELECT restore_id FROM restores_release WHERE id = new.proposal_id);
BEGIN
    IF NOT restores_is_prepared(asked) THEN
        RAISE EXCEPTION 'restore %: not prepared', asked USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER prepared BEFORE INSERT ON public.restores_releasedecision
FOR EACH ROW WHEN (new.approved) EXECUTE FUNCTION public.restores_guard_approval();
