-- What the ledger refuses whoever asks, its owner included. A transfer is one row that says what
-- moved; writing it writes the rest: the trigger below moves the accounts, numbers and writes the
-- entries and keeps the holds, in the same statement. Nothing else may: outside of a trigger every
-- change of those tables is refused, so that no transfer is without entries, no entry without its
-- transfer and no balance without its entry, and there is nothing left to check at commit.
--
-- The guards' conditions are short on purpose: PostgreSQL reads the text of every WHEN and CHECK
-- of a table anew in each statement, which was a quarter of the time of a transfer. Rules that
-- only the writing trigger needs are in its body.
-- Refusals: 42501 for what nobody may do, 23514 for a row that breaks a rule, and class LW (see
-- 0004_post.sql) for a movement that the ledger does not make.

CREATE FUNCTION public.wallet_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is written by a transfer only: % refused', tg_table_name, tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- An account is opened empty, for one owner, and moves with its entries.
CREATE FUNCTION public.wallet_open_account() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.balance <> 0 OR new.seq <> 0 THEN
        RAISE EXCEPTION 'an account is opened empty' USING ERRCODE = 'insufficient_privilege';
    ELSIF num_nonnulls(new.player_id, new.house_code) <> 1 OR new.house_code NOT IN (
        'bank', 'in_play', 'game_result', 'fx', 'bonus', 'adjustment', 'withdrawal_pending'
    ) THEN
        RAISE EXCEPTION 'an account is one player''s, or one of the house''s' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_account_one_owner';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER opened_empty BEFORE INSERT ON public.wallet_account
FOR EACH ROW EXECUTE FUNCTION public.wallet_open_account();
CREATE TRIGGER moved_by_entry BEFORE UPDATE ON public.wallet_account
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION public.wallet_refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_account
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse();

CREATE TRIGGER by_transfer BEFORE INSERT ON public.wallet_entry
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION public.wallet_refuse();

CREATE TRIGGER by_transfer BEFORE INSERT OR UPDATE OR DELETE ON public.wallet_open_stake
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION public.wallet_refuse();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.wallet_open_stake
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse();

CREATE TRIGGER by_transfer BEFORE INSERT OR UPDATE ON public.wallet_withdrawal_hold
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION public.wallet_refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_withdrawal_hold
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse();

-- A part of what a round holds goes back to the player. A settlement takes all of it, at once.
CREATE FUNCTION public.wallet_release(p_transfer public.wallet_transfer, p_amount bigint)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE wallet_open_stake SET amount = amount - p_amount
    WHERE round_id = p_transfer.round_id AND player_id = p_transfer.player_id
      AND currency_id = p_transfer.currency_id AND amount > p_amount
      AND p_transfer.kind <> 'settle';
    IF NOT found THEN
        RAISE EXCEPTION 'round % does not hold % % to %', p_transfer.round_id, p_amount,
            p_transfer.currency_id, p_transfer.kind USING ERRCODE = 'LW009';
    END IF;
END
$$;

-- What a withdrawal holds: all of it from its request until it is paid or cancelled, once. The
-- row stays, so that no second request has its number; reversing the end opens it again.
CREATE FUNCTION public.wallet_hold_withdrawal(
    p_transfer public.wallet_transfer, p_kind text, p_opens boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_opens AND p_kind = 'withdraw' THEN
        INSERT INTO wallet_withdrawal_hold (withdrawal_id, player_id, currency_id, amount, is_open)
        VALUES (p_transfer.withdrawal_id, p_transfer.player_id, p_transfer.currency_id,
                p_transfer.amount, true)
        ON CONFLICT (withdrawal_id) DO NOTHING;
    ELSE
        UPDATE wallet_withdrawal_hold SET is_open = p_opens
        WHERE withdrawal_id = p_transfer.withdrawal_id AND player_id = p_transfer.player_id
          AND currency_id = p_transfer.currency_id AND amount = p_transfer.amount
          AND is_open <> p_opens;
    END IF;
    IF NOT found THEN
        RAISE EXCEPTION 'withdrawal % does not hold % % to %', p_transfer.withdrawal_id,
            p_transfer.amount, p_transfer.currency_id, p_transfer.kind USING ERRCODE = 'LW010';
    END IF;
END
$$;

-- The player's account moves by an amount; one that was not there until now is opened.
CREATE FUNCTION public.wallet_move(
    p_player bigint, p_currency text, p_amount bigint,
    OUT account bigint, OUT number bigint, OUT after bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO wallet_account (player_id, currency_id)
    SELECT person.id, currency.code
    FROM accounts_user AS person, wallet_currency AS currency
    WHERE person.id = p_player AND currency.code = p_currency
    ON CONFLICT DO NOTHING;
    UPDATE wallet_account SET balance = balance + p_amount, seq = seq + 1
    WHERE player_id = p_player AND currency_id = p_currency
    RETURNING id, seq, balance INTO account, number, after;
    IF NOT found THEN
        RAISE EXCEPTION 'there is no player %', p_player USING ERRCODE = 'LW005';
    END IF;
END
$$;

-- A reversal is the exact opposite of its original, which it names; returns the original's kind.
CREATE FUNCTION public.wallet_reversed_kind(p_transfer public.wallet_transfer) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_kind text;
BEGIN
    SELECT original.kind INTO v_kind
    FROM wallet_reversal AS reversal
         JOIN wallet_transfer AS original ON original.id = reversal.original_id
    WHERE reversal.transfer_id = p_transfer.id AND original.kind <> 'reverse'
      AND (original.player_id, original.currency_id, original.amount, original.received,
           original.received_currency_id, original.round_id, original.withdrawal_id)
          IS NOT DISTINCT FROM
          (p_transfer.player_id, p_transfer.currency_id, p_transfer.amount, p_transfer.received,
           p_transfer.received_currency_id, p_transfer.round_id, p_transfer.withdrawal_id);
    IF NOT found THEN
        RAISE EXCEPTION 'transfer % and its reversal disagree', p_transfer.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN v_kind;
END
$$;

-- Both sides of an exchange; the player's two accounts are locked in ascending order.
CREATE FUNCTION public.wallet_exchange(p_transfer public.wallet_transfer, p_sign integer)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_leg record;
    v_moved record;
    v_fx bigint;
BEGIN
    IF p_transfer.received <= 0 OR p_transfer.received_currency_id = p_transfer.currency_id
       OR p_transfer.received_currency_id = 'PLY' THEN
        RAISE EXCEPTION 'an exchange gives one real currency for another' USING ERRCODE = 'LW002';
    END IF;
    FOR v_leg IN
        SELECT leg.currency, leg.amount, account.id
        FROM (VALUES (p_transfer.currency_id, -p_sign * p_transfer.amount),
                     (p_transfer.received_currency_id, p_sign * p_transfer.received)
             ) AS leg (currency, amount)
             LEFT JOIN wallet_account AS account
             ON account.player_id = p_transfer.player_id AND account.currency_id = leg.currency
        ORDER BY account.id NULLS LAST, leg.currency
    LOOP
        SELECT id INTO v_fx FROM wallet_account
        WHERE house_code = 'fx' AND currency_id = v_leg.currency;
        IF NOT found THEN
            RAISE EXCEPTION 'there is no currency %', v_leg.currency USING ERRCODE = 'LW003';
        END IF;
        SELECT * INTO v_moved
        FROM wallet_move(p_transfer.player_id, v_leg.currency, v_leg.amount);
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (p_transfer.id, v_fx, v_leg.currency, -v_leg.amount, NULL, NULL,
                p_transfer.created_at),
               (p_transfer.id, v_moved.account, v_leg.currency, v_leg.amount, v_moved.number,
                v_moved.after, p_transfer.created_at);
    END LOOP;
END
$$;

-- Writes what a transfer says. Each kind moves its own accounts, each in its own direction:
-- `v_player` is what the player gets, `v_rest` what `v_rest_house` gets, and both together leave
-- `v_house`; so every transfer adds up to zero by construction.
CREATE FUNCTION public.wallet_write() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_kind text := new.kind;
    v_house text;
    v_player bigint;
    v_rest_house text := 'game_result';
    v_rest bigint := 0;
    v_stake bigint := 0;
    v_held bigint;
    v_shape boolean;
    v_account bigint;
    v_seq bigint;
    v_after bigint;
    v_house_account bigint;
    v_rest_account bigint;
BEGIN
    IF new.xact <> pg_current_xact_id() THEN
        RAISE EXCEPTION 'transfer % claims another transaction', new.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_kind = 'reverse' THEN
        v_kind := wallet_reversed_kind(new);
    END IF;

    IF v_kind = 'bet' THEN
        v_house := 'in_play';
        v_player := -new.amount;
        v_stake := new.amount;
        v_shape := new.round_id IS NOT NULL AND new.received IS NULL;
    ELSIF v_kind = 'settle' THEN
        v_house := 'in_play';
        v_player := new.received;
        v_rest := new.amount - new.received;
        v_stake := -new.amount;
        v_shape := new.round_id IS NOT NULL AND new.received IS NOT NULL;
        IF new.received < 0 AND new.currency_id <> 'PLY' THEN
            RAISE EXCEPTION 'a round takes its loss at settlement in play money only' USING
                ERRCODE = 'check_violation', CONSTRAINT = 'wallet_transfer_loss_in_play_money';
        END IF;
    ELSIF v_kind = 'refund' THEN
        v_house := 'in_play';
        v_player := new.amount;
        v_stake := -new.amount;
        v_shape := new.round_id IS NOT NULL AND new.received IS NULL;
    ELSE
        CASE v_kind
            WHEN 'deposit' THEN v_house := 'bank'; v_player := new.amount;
            WHEN 'bonus' THEN v_house := 'bonus'; v_player := new.amount;
            WHEN 'adjust' THEN v_house := 'adjustment'; v_player := new.amount;
            WHEN 'exchange' THEN v_house := 'fx'; v_player := -new.amount;
            WHEN 'withdraw' THEN v_house := 'withdrawal_pending'; v_player := -new.amount;
            WHEN 'cancel_withdrawal' THEN v_house := 'withdrawal_pending'; v_player := new.amount;
            WHEN 'pay_out' THEN v_house := 'withdrawal_pending'; v_player := 0;
                v_rest_house := 'bank'; v_rest := new.amount;
            ELSE RAISE EXCEPTION 'no transfer is of kind %', v_kind USING ERRCODE = 'LW006';
        END CASE;
        v_shape := new.round_id IS NULL AND (v_kind = 'exchange') = (new.received IS NOT NULL);
    END IF;
    v_shape := v_shape AND (new.amount > 0 OR v_kind = 'adjust' AND new.amount <> 0)
        AND (v_kind = 'exchange') = (new.received_currency_id IS NOT NULL)
        AND (v_house = 'withdrawal_pending') = (new.withdrawal_id IS NOT NULL)
        AND (v_house NOT IN ('withdrawal_pending', 'fx') OR new.currency_id <> 'PLY');
    IF NOT coalesce(v_shape, false) THEN
        RAISE EXCEPTION 'a % does not move money so', v_kind USING ERRCODE = 'LW002';
    END IF;
    IF new.kind = 'reverse' THEN
        v_player := -v_player;
        v_rest := -v_rest;
        v_stake := -v_stake;
    END IF;

    -- The hold first, then the player's account, in every transfer: nobody waits in a circle.
    -- The row of a round is gone when nothing is left, which keeps two settlements apart. What
    -- would put money into it after the settlement, a bet or the reversal of a refund, waited for
    -- the row, so it sees what was committed; the reversal of a settlement is marked before.
    IF v_stake > 0 THEN
        INSERT INTO wallet_open_stake AS stake (round_id, player_id, currency_id, amount)
        VALUES (new.round_id, new.player_id, new.currency_id, v_stake)
        ON CONFLICT (player_id, round_id, currency_id)
        DO UPDATE SET amount = stake.amount + excluded.amount RETURNING amount INTO v_held;
        IF v_held = v_stake AND EXISTS (
            SELECT FROM wallet_transfer AS settled
            WHERE settled.round_id = new.round_id AND settled.player_id = new.player_id
              AND settled.kind = 'settle'
              AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = settled.id)
        ) THEN
            RAISE EXCEPTION 'round % is settled', new.round_id USING ERRCODE = 'LW009';
        END IF;
    ELSIF v_stake < 0 THEN
        DELETE FROM wallet_open_stake
        WHERE round_id = new.round_id AND player_id = new.player_id
          AND currency_id = new.currency_id AND amount = -v_stake;
        IF NOT found THEN
            PERFORM wallet_release(new, -v_stake);
        END IF;
    ELSIF v_house = 'withdrawal_pending' THEN
        PERFORM wallet_hold_withdrawal(
            new, v_kind, (v_kind = 'withdraw') = (new.kind <> 'reverse'));
    ELSIF v_kind = 'exchange' THEN
        PERFORM wallet_exchange(new, CASE WHEN new.kind = 'reverse' THEN -1 ELSE 1 END);
        RETURN NULL;
    END IF;
    SELECT id INTO v_house_account FROM wallet_account
    WHERE house_code = v_house AND currency_id = new.currency_id;
    IF NOT found THEN
        RAISE EXCEPTION 'there is no currency %', new.currency_id USING ERRCODE = 'LW003';
    END IF;
    IF v_player <> 0 THEN
        UPDATE wallet_account SET balance = balance + v_player, seq = seq + 1
        WHERE player_id = new.player_id AND currency_id = new.currency_id
        RETURNING id, seq, balance INTO v_account, v_seq, v_after;
        IF NOT found THEN
            SELECT moved.account, moved.number, moved.after INTO v_account, v_seq, v_after
            FROM wallet_move(new.player_id, new.currency_id, v_player) AS moved;
        END IF;
        IF v_rest = 0 THEN
            INSERT INTO wallet_entry
                (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
            VALUES (new.id, v_house_account, new.currency_id, -v_player, NULL, NULL, new.created_at),
                   (new.id, v_account, new.currency_id, v_player, v_seq, v_after, new.created_at);
            RETURN NULL;
        END IF;
    END IF;
    SELECT id INTO v_rest_account FROM wallet_account
    WHERE house_code = v_rest_house AND currency_id = new.currency_id;
    IF v_player = 0 THEN
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (new.id, v_house_account, new.currency_id, -v_rest, NULL, NULL, new.created_at),
               (new.id, v_rest_account, new.currency_id, v_rest, NULL, NULL, new.created_at);
    ELSE
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (new.id, v_house_account, new.currency_id, -v_player - v_rest, NULL, NULL, new.created_at),
               (new.id, v_rest_account, new.currency_id, v_rest, NULL, NULL, new.created_at),
               (new.id, v_account, new.currency_id, v_player, v_seq, v_after, new.created_at);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER writes AFTER INSERT ON public.wallet_transfer
FOR EACH ROW EXECUTE FUNCTION public.wallet_write();

-- Entries stand in one partition a month (UTC). A new one has the guards of its own that a
-- statement on the whole table does not meet: nobody reaches a partition but through the table.
-- It is made beside the table and then attached, which does not make transfers wait.
-- Returns how many were made, of those from two months before this one, for a clock that is set
-- back, to three after it. It takes no argument and does nothing else, so the application may call it; see decision 0007.
CREATE FUNCTION public.wallet_make_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_month timestamp := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
    v_first timestamp;
    v_name text;
    v_made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('wallet_make_partitions'));
    FOR v_ahead IN -2..3 LOOP
        v_first := v_month + make_interval(months => v_ahead);
        v_name := to_char(v_first, '"wallet_entry_"YYYY_MM');
        CONTINUE WHEN to_regclass('public.' || v_name) IS NOT NULL;
        EXECUTE format(
            'CREATE TABLE public.%I (LIKE public.wallet_entry INCLUDING DEFAULTS INCLUDING INDEXES)',
            v_name);
        EXECUTE format(
            'CREATE TRIGGER whole_table BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.%I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse()', v_name);
        EXECUTE format(
            'ALTER TABLE public.wallet_entry ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
            v_name, v_first AT TIME ZONE 'UTC', (v_first + interval '1 month') AT TIME ZONE 'UTC');
        v_made := v_made + 1;
    END LOOP;
    RETURN v_made;
END
$$;

SELECT public.wallet_make_partitions();

REVOKE ALL ON FUNCTION
    public.wallet_refuse(), public.wallet_open_account(),
    public.wallet_release(public.wallet_transfer, bigint),
    public.wallet_hold_withdrawal(public.wallet_transfer, text, boolean),
    public.wallet_move(bigint, text, bigint),
    public.wallet_reversed_kind(public.wallet_transfer),
    public.wallet_exchange(public.wallet_transfer, integer),
    public.wallet_write(), public.wallet_make_partitions()
FROM PUBLIC;
