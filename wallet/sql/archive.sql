-- Months in the archive. An archived month stays in the database until two people detach it; its rows are then in Parquet files
-- only, and each account, and each round, withdrawal or debt that was open at its end, carries its sum.

DO $$
DECLARE
    v_table text;
BEGIN
    FOREACH v_table IN ARRAY ARRAY['wallet_archived_month', 'wallet_detachment', 'wallet_detachment_decision'] LOOP
        EXECUTE format('CREATE TRIGGER stamped BEFORE INSERT ON public.%I'
                       ' FOR EACH ROW EXECUTE FUNCTION public.wallet_set_transaction()', v_table);
        EXECUTE format('CREATE INDEX %I ON public.%I (xact)', v_table || '_xact', v_table);
    END LOOP;
END
$$;

-- The records of money that are sealed, now with those of the archive.
CREATE OR REPLACE FUNCTION public.wallet_sealed_records(p_from xid8, p_to xid8)
RETURNS TABLE (xact xid8, name text, content jsonb)
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
    SELECT r.xact, 'accepted finding ' || r.id, to_jsonb(r)
    FROM wallet_acceptance AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on accepted finding ' || r.proposal_id, to_jsonb(r)
    FROM wallet_acceptance_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'limit ' || r.id, to_jsonb(r)
    FROM limits_cashlimit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on limit ' || r.proposal_id, to_jsonb(r)
    FROM limits_cashlimitdecision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'closing ' || r.id, to_jsonb(r)
    FROM wallet_closing AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'correction ' || r.id, to_jsonb(r)
    FROM wallet_correction AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on correction ' || r.proposal_id, to_jsonb(r)
    FROM wallet_correction_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'deposit ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_deposit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'review of refused deposits ' || r.id, to_jsonb(r)
    FROM wallet_deposit_review AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a deposit ' || r.id, to_jsonb(r)
    FROM wallet_deposit_step AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check begun ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check_begun AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'event of a provider ' || r.id, to_jsonb(r)
    FROM wallet_provider_event AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'rate ' || r.id, to_jsonb(r)
    FROM wallet_rate AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'recall of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_recall AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on recall of a rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_recall_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'age of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_max_age AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on age of a rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_max_age_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'spread ' || r.id, to_jsonb(r)
    FROM wallet_spread AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on spread ' || r.proposal_id, to_jsonb(r)
    FROM wallet_spread_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'withdrawal ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_withdrawal AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a withdrawal ' || r.id, to_jsonb(r)
    FROM wallet_withdrawal_step AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'archived month ' || r.id, to_jsonb(r)
    FROM wallet_archived_month AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'detachment ' || r.id, to_jsonb(r)
    FROM wallet_detachment AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on detachment ' || r.proposal_id, to_jsonb(r)
    FROM wallet_detachment_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
$$;

-- The attached partitions with their bounds (since: NULL without a lower one), without the default partition.
CREATE FUNCTION public.wallet_attached_parts()
RETURNS TABLE (source text, part text, since timestamptz, until timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT whole.relname::text, part.relname::text,
           substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz, substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
    FROM pg_inherits
         JOIN pg_class AS whole ON whole.oid = inhparent
         JOIN pg_class AS part ON part.oid = inhrelid
         CROSS JOIN LATERAL pg_get_expr(part.relpartbound, part.oid) AS bound
    WHERE inhparent IN (to_regclass('public.wallet_entry'), to_regclass('public.casino_decision'))
      AND part.relkind = 'r' AND bound <> 'DEFAULT'
$$;

-- True if the entries of a transfer of this time are in a detached month.
CREATE FUNCTION public.wallet_is_detached(p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM wallet_detached_month AS gone JOIN wallet_archived_month AS month ON month.id = gone.month_id
        WHERE month.source = 'wallet_entry' AND p_at >= coalesce(month.since, '-infinity') AND p_at < month.until)
$$;

-- What a month of entries leaves: the sum of each account, and what was open at its end.
CREATE FUNCTION public.wallet_carry_month(p_month bigint, p_part text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    EXECUTE format(
        'INSERT INTO wallet_carried_balance (month_id, account_id, entries, amount, last_seq, balance_after)'
        ' SELECT $1, moved.account_id, moved.entries, moved.amount, moved.last, last.balance_after'
        ' FROM (SELECT account_id, count(*) AS entries, sum(amount) AS amount, max(seq) AS last'
        '       FROM public.%1$I GROUP BY account_id) AS moved'
        ' LEFT JOIN public.%1$I AS last ON last.account_id = moved.account_id AND last.seq = moved.last', p_part)
    USING p_month;
    -- a clock that was set back over the end of a month leaves a gap
    IF EXISTS (
        SELECT FROM wallet_carried_balance AS mine
        WHERE month_id = p_month AND last_seq IS NOT NULL AND entries <> last_seq - coalesce((
            SELECT max(last_seq) FROM wallet_carried_balance AS other
            WHERE other.account_id = mine.account_id AND other.month_id <> p_month), 0)) THEN
        RAISE EXCEPTION 'month %: the numbers of an account have a gap', p_part USING ERRCODE = 'LA001';
    END IF;
    EXECUTE format(
        'INSERT INTO wallet_carried_hold (month_id, house_code, reference, player_id, currency_id, amount)'
        ' SELECT $1, house_code, reference, player_id, currency_id, sum(amount)'
        ' FROM (SELECT account.house_code, transfer.player_id, entry.currency_id, entry.amount, CASE account.house_code'
        '              WHEN ''withdrawal_pending'' THEN transfer.withdrawal_id ELSE transfer.round_id END AS reference'
        '       FROM public.%I AS entry JOIN wallet_account AS account ON account.id = entry.account_id'
        '            JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id'
        '       WHERE account.house_code IN (''in_play'', ''receivable'', ''withdrawal_pending'')) AS moved'
        ' GROUP BY house_code, reference, player_id, currency_id HAVING sum(amount) <> 0', p_part)
    USING p_month;
END
$$;

-- Detach the oldest month that two people decided on and return it; NULL if there is none. It takes no argument and detaches
-- nothing that differs from its archive, so the application may call it; see decision 0007. Everything is read before the lock of
-- the whole table, for which it waits 300 ms, and while nobody can write the month. The table itself stays, without rights, until
-- its owner drops it.
-- Errors: LA001 for a month that cannot be detached, 55P03 for the lock.
CREATE FUNCTION public.wallet_detach_month() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '300ms' AS $$
DECLARE
    v_month wallet_archived_month;
    v_rows bigint;
    v_totals jsonb;
    v_last xid8;
    v_block bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('wallet_detach_month'));
    SELECT month.* INTO v_month
    FROM wallet_archived_month AS month
         JOIN wallet_detachment AS asked ON asked.month_id = month.id
         JOIN wallet_detachment_decision AS word ON word.proposal_id = asked.id AND word.approved
    WHERE NOT EXISTS (SELECT FROM wallet_detached_month WHERE month_id = month.id)
    ORDER BY month.until, month.id LIMIT 1;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    IF NOT EXISTS (
        SELECT FROM wallet_attached_parts() AS part WHERE part.source = v_month.source AND part.part = v_month.part
          AND (part.since, part.until) IS NOT DISTINCT FROM (v_month.since, v_month.until)) THEN
        RAISE EXCEPTION 'month %: not a partition of %', v_month.part, v_month.source USING ERRCODE = 'LA001';
    ELSIF EXISTS (
        SELECT FROM wallet_attached_parts() AS part WHERE part.source = v_month.source AND part.until <= v_month.since) THEN
        RAISE EXCEPTION 'month %: an older one is not detached', v_month.part USING ERRCODE = 'LA001';
    ELSIF v_month.until > clock_timestamp() - interval '2 months' THEN
        RAISE EXCEPTION 'month %: not old enough', v_month.part USING ERRCODE = 'LA001';
    END IF;
    -- A row with an old time (a clock that was set back) is either counted here, or finds its month gone.
    EXECUTE format('LOCK TABLE ONLY public.%I IN SHARE MODE', v_month.part);
    EXECUTE format('SELECT coalesce(sum(rows), 0), coalesce(jsonb_object_agg(currency, total), ''{}'') FROM ('
                   ' SELECT %s AS currency, count(*) AS rows, sum(%I) AS total FROM public.%I GROUP BY 1) AS sums',
                   CASE v_month.source WHEN 'wallet_entry' THEN 'currency_id' ELSE '''USD''' END,
                   CASE v_month.source WHEN 'wallet_entry' THEN 'amount' ELSE 'amount_usd' END, v_month.part)
    INTO v_rows, v_totals;
    IF v_rows <> v_month.rows OR v_totals <> v_month.totals THEN
        RAISE EXCEPTION 'month %: % rows of % are not those of the archive', v_month.part, v_rows, v_totals
            USING ERRCODE = 'LA001';
    END IF;
    IF v_month.source = 'wallet_entry' THEN
        EXECUTE format('SELECT xact FROM public.%I ORDER BY xact DESC LIMIT 1', v_month.part) INTO v_last;
        SELECT number INTO v_block FROM wallet_seal WHERE from_xact <= v_last ORDER BY from_xact DESC LIMIT 1;
        IF v_last >= coalesce((SELECT to_xact FROM wallet_seal ORDER BY number DESC LIMIT 1), '0') THEN
            RAISE EXCEPTION 'month %: not all of it is sealed', v_month.part USING ERRCODE = 'LA001';
        END IF;
    END IF;
    INSERT INTO wallet_detached_month (month_id, block) VALUES (v_month.id, v_block);
    IF v_month.source = 'wallet_entry' THEN
        PERFORM wallet_carry_month(v_month.id, v_month.part);
    END IF;
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION public.%I', v_month.source, v_month.part);
    RETURN v_month.id;
END
$$;

REVOKE ALL ON FUNCTION
    public.wallet_attached_parts(), public.wallet_is_detached(timestamptz), public.wallet_carry_month(bigint, text),
    public.wallet_detach_month()
FROM PUBLIC;
