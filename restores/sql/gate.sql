-- After a restore, or a failover that lost writes, nothing is dealt and no money moves until two people have released the installation.
-- The timeline of the server changes with every restore to a point in time and every promotion: the gate is then closed at
-- once, until a process with the marker outside the database has confirmed that no write is missing.
CREATE FUNCTION public.restores_is_released() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT FROM restores_restore AS found WHERE NOT EXISTS (
            SELECT FROM restores_release AS asked JOIN restores_releasedecision AS word ON word.proposal_id = asked.id
            WHERE asked.restore_id = found.id AND word.approved))
$$;

CREATE FUNCTION public.restores_timeline() RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END
$$;

-- Both conditions are written here again: a function in SQL with settings of its own is planned in every call, and this one is
-- called for every transfer.
CREATE FUNCTION public.restores_is_open() RETURNS boolean
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
            WHERE asked.restore_id = found.id AND word.approved));
END $$;

CREATE FUNCTION public.restores_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT restores_is_open() THEN
        RAISE EXCEPTION '% on %: closed after a restore', tg_op, tg_table_name
            USING ERRCODE = 'LR001', CONSTRAINT = 'restores_closed';
    END IF;
    RETURN new;
END $$;

-- Skip a million numbers of every sequence, so that no number that people or other systems have seen is used again.
-- Only while a restore waits for `after_restore`.
CREATE FUNCTION public.restores_skip_numbers() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM restores_restore AS found
                   WHERE NOT EXISTS (SELECT FROM restores_preparation WHERE restore_id = found.id)) THEN
        RAISE EXCEPTION 'no restore waits to be prepared' USING ERRCODE = '55000';
    END IF;
    PERFORM setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value) + 1000000)
    FROM pg_sequences WHERE schemaname = 'public' AND data_type = 'bigint'::regtype AND NOT cycle;
END $$;

-- A release is proposed once `after_restore` has run, and only of a restore that is not released yet.
CREATE FUNCTION public.restores_guard_release() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM restores_preparation WHERE restore_id = new.restore_id) THEN
        RAISE EXCEPTION 'restore %: not prepared', new.restore_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER prepared BEFORE INSERT ON public.restores_release
FOR EACH ROW EXECUTE FUNCTION public.restores_guard_release();

INSERT INTO public.restores_server (system, timeline)
SELECT system_identifier::text, restores_timeline() FROM pg_control_system();
