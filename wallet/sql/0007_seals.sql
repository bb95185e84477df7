-- The house's balances, rolled up, and the chain of seals: both by transaction horizon. What a
-- transaction below the horizon wrote is there for good or never will be; a greatest id says
-- nothing, as a smaller one may still commit.

CREATE INDEX wallet_transfer_xact ON public.wallet_transfer (xact);

-- The hash of a block: of the hash before it, and of every entry in it with its transfer and
-- key, in the order of transactions.
CREATE FUNCTION public.wallet_block(
    p_from xid8, p_to xid8, p_previous bytea, OUT entries bigint, OUT hash bytea)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT count(entry.transfer_id), sha256(p_previous || convert_to(coalesce(string_agg(concat_ws('|',
               transfer.id, entry.account_id, entry.currency_id, entry.amount,
               coalesce(entry.seq, 0), coalesce(entry.balance_after, 0),
               extract(epoch FROM entry.created_at), entry.xact,
               transfer.kind, transfer.player_id, transfer.currency_id, transfer.amount,
               coalesce(transfer.received, 0), coalesce(transfer.received_currency_id, '-'),
               coalesce(transfer.round_id::text, '-'), coalesce(transfer.withdrawal_id::text, '-'),
               transfer.details, extract(epoch FROM transfer.created_at),
               key.key, encode(key.request_hash, 'hex'), coalesce(undone.original_id, 0)
           ), E'\n' ORDER BY transfer.xact, transfer.id, entry.account_id), ''), 'UTF8'))
    FROM wallet_transfer AS transfer
         LEFT JOIN wallet_entry AS entry ON entry.transfer_id = transfer.id
         LEFT JOIN wallet_idempotency AS key ON key.transfer_id = transfer.id
         LEFT JOIN wallet_reversal AS undone ON undone.transfer_id = transfer.id
    WHERE transfer.xact >= p_from AND transfer.xact < p_to
$$;

-- Seals what lies below the horizon, at most about so many transfers, and rolls up
-- the house's balances to the same point. Returns how many entries were sealed: 0 when there
-- is nothing new. One at a time; whoever comes second waits and finds the rest.
CREATE FUNCTION public.seal_ledger(p_most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last wallet_seal;
    v_from xid8;
    v_to xid8;
    v_block record;
BEGIN
    PERFORM pg_advisory_xact_lock(x'4C676F53'::int);
    SELECT * INTO v_last FROM wallet_seal ORDER BY number DESC LIMIT 1;
    v_from := coalesce(v_last.to_xact, '0');
    -- A statement of its own, after the lock: what the one before has sealed must be seen.
    v_to := pg_snapshot_xmin(pg_current_snapshot());
    SELECT max(xact) INTO v_block FROM (
        SELECT xact FROM wallet_transfer WHERE xact >= v_from AND xact < v_to
        ORDER BY xact LIMIT greatest(p_most, 1)
    ) AS due;
    IF v_block.max IS NULL THEN
        RETURN 0;
    END IF;
    v_to := ((v_block.max)::text::numeric + 1)::text::xid8;
    v_block := wallet_block(v_from, v_to, coalesce(v_last.hash, sha256('')));
    INSERT INTO wallet_seal (number, from_xact, to_xact, entries, previous, hash)
    VALUES (coalesce(v_last.number, 0) + 1, v_from, v_to, v_block.entries,
            coalesce(v_last.hash, sha256('')), v_block.hash);
    INSERT INTO wallet_rollup AS rollup (account_id, balance, horizon)
    SELECT account.id, coalesce(moved.amount, 0), v_to
    FROM wallet_account AS account LEFT JOIN (
        SELECT entry.account_id, sum(entry.amount) AS amount
        FROM wallet_transfer AS transfer
             JOIN wallet_entry AS entry
             ON entry.transfer_id = transfer.id AND entry.created_at = transfer.created_at
        WHERE transfer.xact >= v_from AND transfer.xact < v_to AND entry.seq IS NULL
        GROUP BY entry.account_id
    ) AS moved ON moved.account_id = account.id
    WHERE account.house_code IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE
    SET balance = rollup.balance + excluded.balance, horizon = excluded.horizon;
    RETURN v_block.entries;
END
$$;

-- Whether each block is as it was sealed. For the reconciliation: it reads everything.
CREATE FUNCTION public.wallet_block_holds(p_number bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT (block.entries, block.hash) = (seal.entries, seal.hash)
           AND (seal.previous, seal.from_xact)
               = (coalesce(before.hash, sha256('')), coalesce(before.to_xact, '0'))
    FROM wallet_seal AS seal
         LEFT JOIN wallet_seal AS before ON before.number = seal.number - 1
         CROSS JOIN LATERAL wallet_block(seal.from_xact, seal.to_xact, seal.previous) AS block
    WHERE seal.number = p_number
$$;

REVOKE ALL ON FUNCTION
    public.wallet_block(xid8, xid8, bytea),
    public.seal_ledger(integer), public.wallet_block_holds(bigint)
FROM PUBLIC;
