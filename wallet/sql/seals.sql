-- Roll-ups of the house's balances, and the chain of seals, both by transaction horizon: what a
-- transaction below the horizon wrote is final. The greatest id proves nothing, because a smaller
-- one may still commit.

CREATE INDEX wallet_transfer_xact ON public.wallet_transfer (xact);

-- The database sets the transaction of a record of money: a writer who could choose it would
-- insert the row where no seal looks any more.
CREATE FUNCTION public.wallet_set_transaction() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    new.xact := pg_current_xact_id();
    RETURN new;
END
$$;

DO $$
DECLARE
    v_table text;
BEGIN
    FOREACH v_table IN ARRAY ARRAY[
        'limits_cashlimit', 'limits_cashlimitdecision',
        'wallet_acceptance', 'wallet_acceptance_decision', 'wallet_closing', 'wallet_correction',
        'wallet_correction_decision', 'wallet_deposit', 'wallet_deposit_review', 'wallet_deposit_step',
        'wallet_ledger_check', 'wallet_ledger_check_begun', 'wallet_provider_event', 'wallet_rate',
        'wallet_rate_decision', 'wallet_rate_max_age', 'wallet_rate_max_age_decision',
        'wallet_rate_recall', 'wallet_rate_recall_decision', 'wallet_spread',
        'wallet_spread_decision', 'wallet_withdrawal', 'wallet_withdrawal_step'
    ] LOOP
        EXECUTE format('CREATE TRIGGER stamped BEFORE INSERT ON public.%I'
                       ' FOR EACH ROW EXECUTE FUNCTION public.wallet_set_transaction()', v_table);
        EXECUTE format('CREATE INDEX %I ON public.%I (xact)', v_table || '_xact', v_table);
    END LOOP;
END
$$;

-- Those records, whole except for the shown state, which is that of the last step. Null values are
-- not hashed, so a column added later, null in existing rows, changes no seal; a renamed one, or one
-- with another default, would.
CREATE FUNCTION public.wallet_sealed_records(p_from xid8, p_to xid8)
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
$$;

-- Hash of a block: of the previous hash, of every entry in it with its transfer, and of every record,
-- in the order of transactions. No field contains a form feed, the separator. Originals are looked up
-- one by one: the planner cannot know the length of a block, and a join reads those of all time.
CREATE FUNCTION public.wallet_hash_block(
    p_from xid8, p_to xid8, p_previous bytea, OUT entries bigint, OUT records bigint, OUT hash bytea)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT moved.entries, told.records,
           sha256(p_previous || convert_to(moved.content || E'\f' || told.content, 'UTF8'))
    FROM (
        SELECT count(entry.transfer_id) AS entries, coalesce(string_agg(concat_ws('|',
                   transfer.id, entry.account_id, entry.currency_id, entry.amount,
                   coalesce(entry.seq, 0), coalesce(entry.balance_after, 0),
                   extract(epoch FROM entry.created_at), entry.xact,
                   transfer.kind, transfer.player_id, transfer.currency_id, transfer.amount,
                   coalesce(transfer.received, 0), coalesce(transfer.received_currency_id, '-'),
                   coalesce(transfer.round_id::text, '-'), coalesce(transfer.withdrawal_id::text, '-'),
                   transfer.details, extract(epoch FROM transfer.created_at),
                   transfer.key,
                   coalesce((SELECT original_id FROM wallet_reversal
                             WHERE transfer_id = transfer.id), 0)
               ), E'\n' ORDER BY transfer.xact, transfer.id, entry.account_id), '') AS content
        FROM wallet_transfer AS transfer
             LEFT JOIN wallet_entry AS entry ON entry.transfer_id = transfer.id
        WHERE transfer.xact >= p_from AND transfer.xact < p_to
    ) AS moved CROSS JOIN (
        SELECT count(*) AS records, coalesce(string_agg(
                   name || '|' || jsonb_strip_nulls(record.content),
                   E'\n' ORDER BY xact, name COLLATE "C"), '') AS content
        FROM wallet_sealed_records(p_from, p_to) AS record
    ) AS told
$$;

-- A seal requests a block, whoever inserts it: the next one, all of it final. Its content is computed
-- here.
CREATE FUNCTION public.wallet_fill_seal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last wallet_seal;
BEGIN
    SELECT * INTO v_last FROM wallet_seal ORDER BY number DESC LIMIT 1;
    IF (new.number, new.from_xact)
           <> (coalesce(v_last.number, 0) + 1, coalesce(v_last.to_xact, '0'))
       OR new.to_xact > pg_snapshot_xmin(pg_current_snapshot()) THEN
        RAISE EXCEPTION 'block % does not follow the last, or is not final', new.number
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    new.previous := coalesce(v_last.hash, sha256(''));
    SELECT entries, records, hash INTO new.entries, new.records, new.hash
    FROM wallet_hash_block(new.from_xact, new.to_xact, new.previous);
    RETURN new;
END
$$;

CREATE TRIGGER seals BEFORE INSERT ON public.wallet_seal
FOR EACH ROW EXECUTE FUNCTION public.wallet_fill_seal();

-- Sealing a block rolls the house's balances up to the same point; nothing else does.
CREATE FUNCTION public.wallet_roll_up() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO wallet_rollup AS rollup (account_id, balance, horizon)
    SELECT account.id, coalesce(moved.amount, 0), new.to_xact
    FROM wallet_account AS account LEFT JOIN (
        SELECT entry.account_id, sum(entry.amount) AS amount
        FROM wallet_transfer AS transfer
             JOIN wallet_entry AS entry
             ON entry.transfer_id = transfer.id AND entry.created_at = transfer.created_at
        WHERE transfer.xact >= new.from_xact AND transfer.xact < new.to_xact AND entry.seq IS NULL
        GROUP BY entry.account_id
    ) AS moved ON moved.account_id = account.id
    WHERE account.house_code IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE
    SET balance = rollup.balance + excluded.balance, horizon = excluded.horizon;
    RETURN NULL;
END
$$;

CREATE TRIGGER rolls_up AFTER INSERT ON public.wallet_seal
FOR EACH ROW EXECUTE FUNCTION public.wallet_roll_up();
CREATE TRIGGER by_seal BEFORE INSERT OR UPDATE ON public.wallet_rollup
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change('a seal');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_rollup
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change('a seal');

-- Seal what lies below the horizon, at most about p_most transfers. Returns the number of entries and
-- records sealed: 0 if there is nothing new. The table lock serialises calls: a concurrent one waits
-- and seals the rest.
CREATE FUNCTION public.seal_ledger(p_most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last wallet_seal;
    v_from xid8;
    v_to xid8;
    v_due record;
    v_sealed bigint;
BEGIN
    -- The application can take this lock only by this call. A session that makes it and keeps its
    -- transaction open blocks sealing; docs/operations.md ("Find a blocking session") says how to find it.
    LOCK TABLE wallet_seal IN SHARE ROW EXCLUSIVE MODE;
    SELECT * INTO v_last FROM wallet_seal ORDER BY number DESC LIMIT 1;
    v_from := coalesce(v_last.to_xact, '0');
    -- A separate statement after the lock: it must see what the previous call has sealed.
    v_to := pg_snapshot_xmin(pg_current_snapshot());
    -- Rows restored into another server carry transaction numbers of the old one.
    IF v_from > pg_snapshot_xmax(pg_current_snapshot()) THEN
        RAISE EXCEPTION 'sealed up to transaction %, and this server counts from %', v_from,
            pg_snapshot_xmax(pg_current_snapshot()) USING
            ERRCODE = 'object_not_in_prerequisite_state',
            HINT = 'Raise the epoch of its transactions, as "Backup" of docs/operations.md says.';
    END IF;
    SELECT count(*) AS transfers, max(xact) AS last INTO v_due FROM (
        SELECT xact FROM wallet_transfer WHERE xact >= v_from AND xact < v_to
        ORDER BY xact LIMIT greatest(p_most, 1)
    ) AS due;
    IF v_due.transfers < greatest(p_most, 1) THEN  -- the last block for now takes every record
        SELECT v_due.transfers, greatest(v_due.last, max(xact)) AS last INTO v_due
        FROM wallet_sealed_records(v_from, v_to);
    END IF;
    IF v_due.last IS NULL THEN
        RETURN 0;
    END IF;
    INSERT INTO wallet_seal (number, from_xact, to_xact)
    VALUES (coalesce(v_last.number, 0) + 1, v_from, ((v_due.last)::text::numeric + 1)::text::xid8)
    RETURNING entries + records INTO v_sealed;
    RETURN v_sealed;
END
$$;

-- True if a block is as it was sealed. For the reconciliation: it reads the whole block.
CREATE FUNCTION public.wallet_is_block_intact(p_number bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT (block.entries, block.records, block.hash) = (seal.entries, seal.records, seal.hash)
           AND (seal.previous, seal.from_xact)
               = (coalesce(before.hash, sha256('')), coalesce(before.to_xact, '0'))
    FROM wallet_seal AS seal
         LEFT JOIN wallet_seal AS before ON before.number = seal.number - 1
         CROSS JOIN LATERAL wallet_hash_block(seal.from_xact, seal.to_xact, seal.previous) AS block
    WHERE seal.number = p_number
$$;

REVOKE ALL ON FUNCTION
    public.wallet_set_transaction(), public.wallet_sealed_records(xid8, xid8),
    public.wallet_hash_block(xid8, xid8, bytea), public.wallet_fill_seal(), public.wallet_roll_up(),
    public.seal_ledger(integer), public.wallet_is_block_intact(bigint)
FROM PUBLIC;
