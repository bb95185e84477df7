-- Hash chain over events and alterations, by transaction horizon: what a transaction below the horizon wrote is final.
-- The greatest id proves nothing, because a smaller one may still commit.

-- The database sets the transaction of a row: a writer who could choose it would insert the row
-- where no link of the chain looks any more.
CREATE FUNCTION public.journal_set_transaction() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    new.xact := pg_current_xact_id();
    RETURN new;
END
$$;
CREATE TRIGGER stamped BEFORE INSERT ON public.journal_event
FOR EACH ROW EXECUTE FUNCTION public.journal_set_transaction();
CREATE TRIGGER stamped BEFORE INSERT ON public.journal_alteration
FOR EACH ROW EXECUTE FUNCTION public.journal_set_transaction();

-- Content of a record. Null values are left out, so a column added later, null in existing rows, breaks no link.
CREATE FUNCTION public.journal_record_content(p_source text, p_id bigint) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
    SELECT jsonb_object_agg(key, value) FROM (
        SELECT to_jsonb(r) AS row FROM journal_event AS r WHERE p_source = 'event' AND id = p_id
        UNION ALL SELECT to_jsonb(r) FROM journal_alteration AS r WHERE p_source = 'alteration' AND id = p_id
    ) AS record, jsonb_each(record.row) WHERE value <> 'null'
$$;

CREATE FUNCTION public.journal_link_hash(p_previous bytea, p_n bigint, p_source text, p_content jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT sha256(p_previous || convert_to(p_n || ' ' || p_source || ' ' || p_content, 'UTF8'))
$$;

-- Records below the horizon after the last link, in the order of the chain: transaction, source, id.
CREATE FUNCTION public.journal_next_records(p_most integer)
RETURNS TABLE (xact xid8, source text, id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    WITH last AS (
        SELECT coalesce(link.xact, '0') AS xact, coalesce(link.source, '') AS source, coalesce(link.row_id, 0) AS row_id
        FROM (SELECT) AS always LEFT JOIN (SELECT * FROM journal_link ORDER BY n DESC LIMIT 1) AS link ON true
    ), horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xact)
    SELECT due.* FROM last, horizon, LATERAL (
        (SELECT xact, 'alteration' AS source, id FROM journal_alteration AS r
         WHERE r.xact >= last.xact AND r.xact < horizon.xact
           AND (r.xact > last.xact OR ('alteration' COLLATE "C", r.id) > (last.source, last.row_id))
         ORDER BY r.xact, r.id LIMIT p_most)
        UNION ALL
        (SELECT xact, 'event', id FROM journal_event AS r
         WHERE r.xact >= last.xact AND r.xact < horizon.xact
           AND (r.xact > last.xact OR ('event' COLLATE "C", r.id) > (last.source, last.row_id))
         ORDER BY r.xact, r.id LIMIT p_most)
    ) AS due
    ORDER BY due.xact, due.source COLLATE "C", due.id LIMIT p_most
$$;

-- Chain at most p_most records below the horizon (1 to 10,000) and return how many. The table lock serialises runs: a concurrent
-- run waits and chains the rest. The last link of a run is a head.
CREATE FUNCTION public.journal_chain_records(p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_n bigint;
    v_hash bytea;
    v_previous bytea;
    v_most integer := greatest(least(p_most, 10000), 1);
    v_last integer;
    v_made integer := 0;
    v_due record;
BEGIN
    LOCK TABLE journal_link IN SHARE ROW EXCLUSIVE MODE;
    SELECT n, hash INTO v_n, v_hash FROM journal_link ORDER BY n DESC LIMIT 1;
    v_n := coalesce(v_n, 0);
    v_hash := coalesce(v_hash, sha256(''));
    SELECT count(*) INTO v_last FROM journal_next_records(v_most);
    -- limited to the count above: records that became final since are left to the next run
    FOR v_due IN SELECT * FROM journal_next_records(v_last) LOOP
        v_n := v_n + 1;
        v_made := v_made + 1;
        v_previous := v_hash;
        v_hash := journal_link_hash(v_previous, v_n, v_due.source, journal_record_content(v_due.source, v_due.id));
        INSERT INTO journal_link (n, source, row_id, xact, previous, hash, head)
        VALUES (v_n, v_due.source, v_due.id, v_due.xact, v_previous, v_hash, v_made = v_last);
    END LOOP;
    RETURN v_made;
END
$$;

-- Broken links above p_after up to p_to, each with its fault.
CREATE FUNCTION public.journal_broken_links(p_after bigint, p_to bigint)
RETURNS TABLE (n bigint, source text, row_id bigint, wrong text)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT found.n, found.source, found.row_id, found.wrong FROM (
        SELECT link.n, link.source, link.row_id, CASE
            WHEN record.content IS NULL THEN 'gone'
            WHEN link.hash <> journal_link_hash(link.previous, link.n, link.source, record.content)
              OR record.content ->> 'xact' <> link.xact::text THEN 'changed'
            WHEN (link.n - 1, link.previous) IS DISTINCT FROM (coalesce(before.n, 0), coalesce(before.hash, sha256('')))
            THEN 'apart'
            WHEN (link.xact, link.source COLLATE "C", link.row_id) < (before.xact, before.source, before.row_id)
            THEN 'order'
        END AS wrong
        FROM journal_link AS link
             LEFT JOIN LATERAL (SELECT * FROM journal_link AS b WHERE b.n < link.n ORDER BY b.n DESC LIMIT 1)
                 AS before ON true
             CROSS JOIN LATERAL (SELECT journal_record_content(link.source, link.row_id) AS content) AS record
        WHERE link.n > p_after AND link.n <= p_to
    ) AS found
    WHERE found.wrong IS NOT NULL ORDER BY found.n
$$;

-- Records without a link that the chain has already passed ('past'), that could have been chained p_age ago
-- ('late'), or whose transaction number this server has not reached ('future').
CREATE FUNCTION public.journal_missed_records(p_age interval)
RETURNS TABLE (source text, row_id bigint, wrong text)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    WITH last AS (SELECT xact, source, row_id FROM journal_link ORDER BY n DESC LIMIT 1),
    apart AS (
        SELECT 'event' AS source, r.id, r.xact, r.at FROM journal_event AS r
        WHERE NOT EXISTS (SELECT FROM journal_link AS l WHERE l.source = 'event' AND l.row_id = r.id)
        UNION ALL
        SELECT 'alteration', r.id, r.xact, r.at FROM journal_alteration AS r
        WHERE NOT EXISTS (SELECT FROM journal_link AS l WHERE l.source = 'alteration' AND l.row_id = r.id)
    ), told AS (
        SELECT apart.source, apart.id, CASE
            WHEN (apart.xact, apart.source COLLATE "C", apart.id) < (last.xact, last.source, last.row_id) THEN 'past'
            WHEN apart.xact >= pg_snapshot_xmax(pg_current_snapshot()) THEN 'future'
            WHEN apart.at < clock_timestamp() - p_age AND apart.xact < pg_snapshot_xmin(pg_current_snapshot()) THEN 'late'
        END AS wrong
        FROM apart LEFT JOIN last ON true
    )
    SELECT told.source, told.id, told.wrong FROM told WHERE told.wrong IS NOT NULL ORDER BY told.source, told.id
$$;

-- Only alarms are marked as seen.
CREATE FUNCTION public.journal_guard_seen_alarm() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM journal_event WHERE id = new.event_id AND severity = 'alarm') THEN
        RAISE EXCEPTION 'event % is no alarm', new.event_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER alarms_only BEFORE INSERT ON public.journal_seen
FOR EACH ROW EXECUTE FUNCTION public.journal_guard_seen_alarm();

REVOKE ALL ON FUNCTION
    public.journal_record_content(text, bigint), public.journal_link_hash(bytea, bigint, text, jsonb),
    public.journal_next_records(integer),
    public.journal_chain_records(integer), public.journal_broken_links(bigint, bigint), public.journal_missed_records(interval),
    public.journal_guard_seen_alarm(), public.journal_set_transaction()
FROM PUBLIC;
