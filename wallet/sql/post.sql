-- post(): one transfer per call. Its own errors are of class LW:
--   LW001 the key was used for another request     LW007 already reversed
--   LW002 malformed request                        LW008 cannot be reversed
--   LW003 unknown currency                         LW009 the round holds other stakes
--   LW005 unknown player                           LW010 the withdrawal holds another amount
--   LW006 unknown kind                             LW011 the round owes another amount
-- An overdraft violates wallet_account_not_negative (23514), an amount beyond BIGINT raises 22003. A
-- month without its partition raises 23514 for the table wallet_entry.

-- The result: the player's balances after the transfer, in the currency given and in the one received;
-- NULL if it did not touch the account. A composite type, because PostgreSQL assembles the names of
-- OUT parameters anew in every call.
CREATE TYPE public.wallet_posting AS (
    transfer bigint,
    replayed boolean,
    balance bigint,
    received_balance bigint,
    currency text,
    received_currency text
);

-- The result for an existing transfer.
CREATE FUNCTION public.wallet_existing_result(p_transfer bigint, p_replayed boolean)
RETURNS public.wallet_posting
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT p_transfer, p_replayed,
           max(entry.balance_after) FILTER (WHERE entry.currency_id = transfer.currency_id),
           max(entry.balance_after) FILTER (WHERE entry.currency_id = transfer.received_currency_id),
           transfer.currency_id, transfer.received_currency_id
    FROM wallet_transfer AS transfer
         LEFT JOIN wallet_entry AS entry
         ON entry.transfer_id = transfer.id AND entry.created_at = transfer.created_at
            AND entry.seq IS NOT NULL
    WHERE transfer.id = p_transfer
    GROUP BY transfer.id
$$;

-- Post one transfer: its row is inserted first, so that a concurrent request with the same key waits
-- here and gets the first result; its trigger writes the rest. A reversal only names its original.
-- Sequential scans are disabled: cached plans live as long as their connection, and one made while a
-- table is small would always read all of it (open stakes are few, but their pages many).
CREATE FUNCTION public.post(
    p_key uuid,
    p_kind text,
    p_player bigint DEFAULT NULL,
    p_currency text DEFAULT NULL,
    p_amount bigint DEFAULT NULL,
    p_received bigint DEFAULT NULL,
    p_received_currency text DEFAULT NULL,
    p_round uuid DEFAULT NULL,
    p_withdrawal uuid DEFAULT NULL,
    p_reverses bigint DEFAULT NULL,
    p_details jsonb DEFAULT NULL
) RETURNS public.wallet_posting
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_transfer bigint;
BEGIN
    -- All preconditions of a transfer as one expression (see `wallet_write_transfer`).
    IF p_reverses IS NULL AND p_kind <> 'reverse' AND p_player IS NOT NULL
       AND p_currency IS NOT NULL AND p_amount IS NOT NULL
       AND (jsonb_typeof(p_details) = 'object') IS NOT FALSE
       AND current_setting('transaction_isolation') = 'read committed' THEN
        INSERT INTO wallet_transfer
            (key, kind, player_id, currency_id, amount, received, received_currency_id, round_id,
             withdrawal_id, details, created_at)
        VALUES (p_key, p_kind, p_player, p_currency, p_amount, p_received, p_received_currency,
                p_round, p_withdrawal, coalesce(p_details, '{}'), clock_timestamp())
        ON CONFLICT (key) DO NOTHING RETURNING id INTO v_transfer;
        -- Answer without the entries of all months: that query waits while one of them is archived.
        IF found AND p_received_currency IS NULL THEN
            RETURN ROW(v_transfer, false, nullif(current_setting('ligalo.balance'), '')::bigint,
                       NULL, p_currency, NULL)::wallet_posting;
        END IF;
    ELSIF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post() needs READ COMMITTED' USING ERRCODE = 'LW002';
    ELSIF p_kind IS DISTINCT FROM 'reverse' AND p_reverses IS NULL THEN
        RAISE EXCEPTION 'a transfer is of a kind and moves an amount of one player; details are an object' USING
            ERRCODE = CASE WHEN p_kind IS NULL THEN 'LW006' ELSE 'LW002' END;
    ELSIF p_kind IS DISTINCT FROM 'reverse' OR p_reverses IS NULL OR num_nonnulls(
        p_player, p_currency, p_amount, p_received, p_received_currency, p_round, p_withdrawal
    ) > 0 OR jsonb_typeof(p_details) <> 'object' THEN
        RAISE EXCEPTION 'a reversal, and only it, names its original and nothing else; details are an object'
            USING ERRCODE = 'LW002';
    ELSIF NOT EXISTS (SELECT FROM wallet_transfer WHERE key = p_key) THEN
        v_transfer := wallet_mark_reversed(p_key, p_reverses, coalesce(p_details, '{}'));
    END IF;
    IF v_transfer IS NOT NULL THEN
        RETURN wallet_existing_result(v_transfer, false);
    END IF;
    -- The key was used: for this request (a replay), or for another one?
    SELECT transfer.id INTO v_transfer
    FROM wallet_transfer AS transfer
         LEFT JOIN wallet_reversal AS reversal ON reversal.transfer_id = transfer.id
    WHERE transfer.key = p_key AND transfer.kind = p_kind
      AND transfer.details::text = coalesce(p_details, '{}')::text
      AND reversal.original_id IS NOT DISTINCT FROM p_reverses
      AND (p_kind = 'reverse' OR (
          transfer.player_id, transfer.currency_id, transfer.amount, transfer.received,
          transfer.received_currency_id, transfer.round_id, transfer.withdrawal_id
      ) IS NOT DISTINCT FROM (
          p_player, p_currency, p_amount, p_received, p_received_currency, p_round, p_withdrawal));
    IF NOT found THEN
        RAISE EXCEPTION 'key % was used for another request', p_key USING ERRCODE = 'LW001';
    END IF;
    RETURN wallet_existing_result(v_transfer, true);
END
$$;

-- Mark a transfer as reversed by a new one, its exact opposite, and return the new one's id; NULL if
-- a concurrent request with the same key was first.
CREATE FUNCTION public.wallet_mark_reversed(p_key uuid, p_original bigint, p_details jsonb)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_transfer bigint := nextval('wallet_transfer_id_seq');
BEGIN
    IF NOT EXISTS (
        SELECT FROM wallet_transfer WHERE id = p_original
           AND kind NOT IN ('reverse', 'withdraw', 'pay_out', 'cancel_withdrawal', 'void', 'owe', 'collect')
    ) THEN
        RAISE EXCEPTION 'transfer % cannot be reversed', p_original USING ERRCODE = 'LW008';
    END IF;
    INSERT INTO wallet_reversal (original_id, transfer_id) VALUES (p_original, v_transfer)
    ON CONFLICT (original_id) DO NOTHING;
    IF found THEN
        NULL;
    ELSIF EXISTS (SELECT FROM wallet_transfer WHERE key = p_key) THEN
        RETURN NULL;
    ELSE
        RAISE EXCEPTION 'transfer % is reversed already', p_original USING ERRCODE = 'LW007';
    END IF;
    INSERT INTO wallet_transfer
        (id, key, kind, player_id, currency_id, amount, received, received_currency_id, round_id,
         withdrawal_id, details, created_at)
    SELECT v_transfer, p_key, 'reverse', player_id, currency_id, amount, received,
           received_currency_id, round_id, withdrawal_id, p_details, clock_timestamp()
    FROM wallet_transfer WHERE id = p_original
    ON CONFLICT (key) DO NOTHING;
    IF NOT found THEN
        RAISE EXCEPTION 'key % was used for another request', p_key USING ERRCODE = 'LW001';
    END IF;
    RETURN v_transfer;
END
$$;

REVOKE ALL ON FUNCTION
    public.wallet_existing_result(bigint, boolean),
    public.wallet_mark_reversed(uuid, bigint, jsonb),
    public.post(uuid, text, bigint, text, bigint, bigint, text, uuid, uuid, bigint, jsonb)
FROM PUBLIC;
