-- post(): one transfer in one call. Errors of its own are of class LW:
--   LW001 the key was used for another request     LW006 unknown kind
--   LW002 malformed request                        LW007 already reversed
--   LW003 unknown currency                         LW008 cannot be reversed
--   LW004 house account unknown, or not for kind   LW009 the round holds other stakes
--   LW005 unknown player
-- An overdraft breaks wallet_account_not_negative (23514), an amount beyond BIGINT is 22003.

-- The legs of a request, checked, added up per account and put in order, so that equal
-- requests are equal texts. Each kind moves its own accounts of the house only, and each
-- account in one direction only; a settlement ends stakes, in the currency they were made in.
CREATE FUNCTION public.wallet_content(p_kind text, p_player bigint, p_legs jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_houses text[] := CASE p_kind
        WHEN 'deposit' THEN '{bank}'
        WHEN 'bet' THEN '{in_play}'
        WHEN 'settle' THEN '{in_play,game_result}'
        WHEN 'refund' THEN '{in_play}'
    END;
    v_seen record;
BEGIN
    IF v_houses IS NULL THEN
        RAISE EXCEPTION 'no transfer is of kind %', p_kind USING ERRCODE = 'LW006';
    ELSIF jsonb_typeof(p_legs) IS DISTINCT FROM 'array' OR p_player IS NULL THEN
        RAISE EXCEPTION 'a transfer needs a player and a list of legs' USING ERRCODE = 'LW002';
    END IF;
    SELECT jsonb_agg(to_jsonb(leg)
               ORDER BY leg.player, leg.house COLLATE "C", leg.currency COLLATE "C") AS legs,
           bool_and(coalesce(leg.amount <> 0 AND num_nonnulls(leg.player, leg.house) = 1, false)) AS whole,
           bool_and(coalesce(leg.currency IN (SELECT code FROM wallet_currency), false)) AS priced,
           bool_and(coalesce(leg.player = p_player, true)) AS own,
           bool_and(coalesce(leg.house = ANY (v_houses), true)) AS ours,
           bool_and(leg.house IS NOT DISTINCT FROM 'game_result' OR sign(leg.amount)
               = CASE WHEN (p_kind = 'bet') = (leg.player IS NULL) THEN 1 ELSE -1 END) AS onward,
           p_kind <> 'settle'
               OR (bool_or(leg.house = 'in_play') AND count(DISTINCT leg.currency) = 1) AS staked
    INTO v_seen
    FROM (SELECT player, house, currency,
                 CASE WHEN count(amount) = count(*) THEN sum(amount)::bigint END AS amount
          FROM jsonb_to_recordset(p_legs)
               AS given (player bigint, house text, currency text, amount bigint)
          GROUP BY player, house, currency) AS leg;
    IF NOT coalesce(v_seen.whole, false) THEN
        RAISE EXCEPTION 'each leg moves an amount on one account' USING ERRCODE = 'LW002';
    ELSIF NOT v_seen.priced THEN
        RAISE EXCEPTION 'a leg is in no known currency' USING ERRCODE = 'LW003';
    ELSIF NOT v_seen.own THEN
        RAISE EXCEPTION 'a transfer moves the money of one player' USING ERRCODE = 'LW005';
    ELSIF NOT v_seen.ours THEN
        RAISE EXCEPTION 'a % moves only %', p_kind, v_houses USING ERRCODE = 'LW004';
    ELSIF NOT v_seen.onward OR NOT coalesce(v_seen.staked, false) THEN
        RAISE EXCEPTION 'a % does not move money so', p_kind USING ERRCODE = 'LW002';
    END IF;
    RETURN v_seen.legs;
END
$$;

-- The answer that a key got first; the same key with another request is refused.
CREATE FUNCTION public.wallet_first_answer(p_key uuid, p_hash bytea) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_first wallet_idempotency;
BEGIN
    SELECT * INTO STRICT v_first FROM wallet_idempotency WHERE key = p_key;
    IF v_first.request_hash <> p_hash THEN
        RAISE EXCEPTION 'key % was used for another request', p_key USING ERRCODE = 'LW001';
    END IF;
    RETURN (
        SELECT jsonb_build_object(
            'transfer', v_first.transfer_id,
            'replayed', true,
            'balances', coalesce(
                jsonb_object_agg(currency_id, balance_after) FILTER (WHERE seq IS NOT NULL), '{}'))
        FROM wallet_entry WHERE transfer_id = v_first.transfer_id
    );
END
$$;

-- Marks a transfer as reversed by another one and returns its exact opposite.
CREATE FUNCTION public.wallet_undo(
    p_original bigint, p_transfer bigint, OUT player bigint, OUT round uuid, OUT legs jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    SELECT player_id, round_id INTO player, round
    FROM wallet_transfer WHERE id = p_original AND kind <> 'reverse';
    IF NOT found THEN
        RAISE EXCEPTION 'transfer % cannot be reversed', p_original USING ERRCODE = 'LW008';
    END IF;
    INSERT INTO wallet_reversal (original_id, transfer_id) VALUES (p_original, p_transfer)
    ON CONFLICT (original_id) DO NOTHING;
    IF NOT found THEN
        RAISE EXCEPTION 'transfer % is reversed already', p_original USING ERRCODE = 'LW007';
    END IF;
    SELECT jsonb_agg(jsonb_build_object(
               'player', account.player_id, 'house', account.house_code,
               'currency', entry.currency_id, 'amount', -entry.amount))
    INTO legs
    FROM wallet_entry AS entry JOIN wallet_account AS account ON account.id = entry.account_id
    WHERE entry.transfer_id = p_original;
END
$$;

-- Opens the accounts that the player of the legs has not had until now.
CREATE FUNCTION public.wallet_open(p_legs jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM jsonb_to_recordset(p_legs) AS leg (player bigint, currency text)
        WHERE leg.player IS NOT NULL AND (
            SELECT id FROM wallet_account
            WHERE player_id = leg.player AND currency_id = leg.currency) IS NULL
    ) THEN
        INSERT INTO wallet_account (player_id, currency_id)
        SELECT person.id, leg.currency
        FROM jsonb_to_recordset(p_legs) AS leg (player bigint, currency text)
             JOIN accounts_user AS person ON person.id = leg.player
        ORDER BY leg.currency
        ON CONFLICT DO NOTHING;
    END IF;
END
$$;

-- What a round holds of a player. A settlement takes all of it, nothing takes more; the
-- row is gone when nothing is left, which also keeps two settlements apart. A bet that comes
-- after the settlement is refused: it waited for the row, so it sees what was committed.
CREATE FUNCTION public.wallet_hold(
    p_kind text, p_round uuid, p_player bigint, p_currency text, p_amount bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_amount > 0 THEN
        INSERT INTO wallet_open_stake AS stake (round_id, player_id, currency_id, amount)
        VALUES (p_round, p_player, p_currency, p_amount)
        ON CONFLICT (round_id, player_id, currency_id)
        DO UPDATE SET amount = stake.amount + excluded.amount;
        IF p_kind = 'bet' AND EXISTS (
            SELECT FROM wallet_transfer AS settled
            WHERE settled.round_id = p_round AND settled.player_id = p_player
              AND settled.kind = 'settle'
              AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = settled.id)
        ) THEN
            RAISE EXCEPTION 'round % is settled', p_round USING ERRCODE = 'LW009';
        END IF;
        RETURN;
    END IF;
    DELETE FROM wallet_open_stake
    WHERE round_id = p_round AND player_id = p_player AND currency_id = p_currency
      AND amount = -p_amount;
    IF found THEN
        RETURN;
    END IF;
    UPDATE wallet_open_stake SET amount = amount + p_amount
    WHERE round_id = p_round AND player_id = p_player AND currency_id = p_currency
      AND amount > -p_amount AND p_kind <> 'settle';
    IF NOT found THEN
        RAISE EXCEPTION 'round % does not hold % % to %', p_round, -p_amount, p_currency, p_kind
            USING ERRCODE = 'LW009';
    END IF;
END
$$;

-- Moves the legs in ascending order of account, so that no two transfers wait for each
-- other, and returns the player's balances after it by currency. The accounts are looked up
-- leg by leg: for a join the planner, which expects a hundred legs, reads the whole table.
CREATE FUNCTION public.wallet_apply(p_transfer public.wallet_transfer, p_legs jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_leg record;
    v_seq bigint;
    v_balance bigint;
    v_balances jsonb := '{}';
BEGIN
    PERFORM wallet_open(p_legs);
    FOR v_leg IN
        SELECT leg.house, leg.currency, leg.amount, CASE
                   WHEN leg.house IS NULL THEN (
                       SELECT id FROM wallet_account
                       WHERE player_id = leg.player AND currency_id = leg.currency)
                   ELSE (
                       SELECT id FROM wallet_account
                       WHERE house_code = leg.house AND currency_id = leg.currency)
               END AS account
        FROM jsonb_to_recordset(p_legs)
             AS leg (player bigint, house text, currency text, amount bigint)
        ORDER BY account
    LOOP
        IF v_leg.house IS NULL THEN
            UPDATE wallet_account SET balance = balance + v_leg.amount, seq = seq + 1
            WHERE id = v_leg.account RETURNING seq, balance INTO v_seq, v_balance;
            IF NOT found THEN
                RAISE EXCEPTION 'there is no player %', p_transfer.player_id USING ERRCODE = 'LW005';
            END IF;
            v_balances := v_balances || jsonb_build_object(v_leg.currency, v_balance);
        ELSE
            v_seq := NULL;
            v_balance := NULL;
        END IF;
        IF v_leg.house = 'in_play' THEN
            PERFORM wallet_hold(p_transfer.kind, p_transfer.round_id, p_transfer.player_id,
                                v_leg.currency, v_leg.amount);
        END IF;
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (p_transfer.id, v_leg.account, v_leg.currency, v_leg.amount, v_seq, v_balance,
                p_transfer.created_at);
    END LOOP;
    RETURN v_balances;
END
$$;

-- One transfer: the key first, so that an equal request waits here and gets the first
-- answer; then the transfer, then its legs. A reversal names its original and no legs.
-- Returns {"transfer": id, "replayed": bool, "balances": {currency: the player's, after}}.
CREATE FUNCTION public.post(
    p_key uuid,
    p_kind text,
    p_player bigint,
    p_legs jsonb,
    p_round uuid DEFAULT NULL,
    p_reverses bigint DEFAULT NULL,
    p_details jsonb DEFAULT NULL
) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_legs jsonb;
    v_hash bytea;
    v_transfer wallet_transfer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post() needs READ COMMITTED' USING ERRCODE = 'LW002';
    ELSIF p_kind IS DISTINCT FROM 'reverse' AND p_reverses IS NULL THEN
        v_legs := wallet_content(p_kind, p_player, p_legs);
    ELSIF p_kind IS DISTINCT FROM 'reverse' OR p_reverses IS NULL
          OR num_nonnulls(p_player, p_legs, p_round) > 0 THEN
        RAISE EXCEPTION 'a reversal, and only it, names its original and nothing else'
            USING ERRCODE = 'LW002';
    END IF;
    v_hash := sha256(convert_to(jsonb_build_array(
        p_kind, p_player, v_legs, p_round, p_reverses, coalesce(p_details, '{}'))::text, 'UTF8'));
    INSERT INTO wallet_idempotency (key, request_hash, transfer_id)
    VALUES (p_key, v_hash, nextval('wallet_transfer_id_seq'))
    ON CONFLICT (key) DO NOTHING RETURNING transfer_id INTO v_transfer.id;
    IF NOT found THEN
        RETURN wallet_first_answer(p_key, v_hash);
    END IF;
    v_transfer.player_id := p_player;
    v_transfer.round_id := p_round;
    IF p_kind = 'reverse' THEN
        SELECT undo.player, undo.round, undo.legs
        INTO v_transfer.player_id, v_transfer.round_id, v_legs
        FROM wallet_undo(p_reverses, v_transfer.id) AS undo;
    END IF;
    v_transfer.created_at := clock_timestamp();
    INSERT INTO wallet_transfer (id, kind, player_id, round_id, details, created_at)
    VALUES (v_transfer.id, p_kind, v_transfer.player_id, v_transfer.round_id,
            coalesce(p_details, '{}'), v_transfer.created_at)
    RETURNING * INTO v_transfer;
    RETURN jsonb_build_object('transfer', v_transfer.id, 'replayed', false,
                              'balances', wallet_apply(v_transfer, v_legs));
END
$$;

REVOKE ALL ON FUNCTION
    public.wallet_content(text, bigint, jsonb),
    public.wallet_first_answer(uuid, bytea),
    public.wallet_undo(bigint, bigint),
    public.wallet_open(jsonb),
    public.wallet_hold(text, uuid, bigint, text, bigint),
    public.wallet_apply(public.wallet_transfer, jsonb),
    public.post(uuid, text, bigint, jsonb, uuid, bigint, jsonb)
FROM PUBLIC;
