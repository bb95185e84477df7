-- Writes everything that a transfer moves. The guards are in guards.sql.

-- Write what a transfer says. Each kind moves its own accounts, each in its own direction, so every
-- transfer adds up to zero by construction. Nearly all of them are a plain stake (into play, from the
-- player) or a settlement (out of play, to the player and the game result); each has a fast path,
-- because PL/pgSQL prepares every expression anew in each transaction, at the price of a row read,
-- and so every operator of every statement.
-- Lock order: the hold first, then the player's account, in every transfer, which avoids deadlocks. The
-- stake row of a round is deleted when nothing is left, which serialises two settlements.
-- The balance is passed to `post()` in a setting, which is cheaper than reading it again.
CREATE FUNCTION public.wallet_write_transfer() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_held bigint;
    v_account bigint;
    v_seq bigint;
    v_after bigint;
    v_told text;
BEGIN
    IF (new.amount > 0 AND new.round_id IS NOT NULL AND new.withdrawal_id IS NULL
        AND new.received_currency_id IS NULL
        AND new.xact = pg_current_xact_id()
        AND (new.received IS NULL AND new.kind = 'bet'
             OR new.received >= 0 AND new.kind = 'settle')) IS NOT TRUE THEN
        v_after := wallet_write_plan(new);
    ELSIF new.received IS NULL THEN
        INSERT INTO wallet_open_stake AS stake (round_id, player_id, currency_id, amount)
        VALUES (new.round_id, new.player_id, new.currency_id, new.amount)
        ON CONFLICT (player_id, round_id)
        DO UPDATE SET amount = stake.amount + excluded.amount
        WHERE stake.currency_id = excluded.currency_id RETURNING amount INTO v_held;
        -- A round that already held a stake, or has no other transfer of the player, needs no further check.
        UPDATE wallet_account SET balance = balance - new.amount, seq = seq + 1
        WHERE player_id = new.player_id AND currency_id = new.currency_id
          AND (v_held > new.amount OR NOT EXISTS (
              SELECT FROM wallet_transfer AS other
              WHERE other.round_id = new.round_id AND other.player_id = new.player_id
                AND other.id <> new.id))
        RETURNING id, seq, balance INTO v_account, v_seq, v_after;
        IF NOT found THEN
            IF coalesce(v_held, new.amount) = new.amount THEN
                PERFORM wallet_require_unsettled(new);
            END IF;
            SELECT moved.account, moved.number, moved.after INTO v_account, v_seq, v_after
            FROM wallet_change_balance(new.player_id, new.currency_id, -new.amount) AS moved;
        END IF;
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (new.id, wallet_house_account('in_play', new.currency_id), new.currency_id, new.amount, NULL, NULL, new.created_at),
               (new.id, v_account, new.currency_id, -new.amount, v_seq, v_after, new.created_at);
    ELSE
        DELETE FROM wallet_open_stake
        WHERE round_id = new.round_id AND player_id = new.player_id
          AND currency_id = new.currency_id AND amount = new.amount;
        IF NOT found THEN
            PERFORM wallet_release_stake(new, new.amount);
        END IF;
        IF new.received = 0 THEN
            INSERT INTO wallet_entry (transfer_id, account_id, currency_id, amount, created_at)
            VALUES (new.id, wallet_house_account('in_play', new.currency_id), new.currency_id, -new.amount, new.created_at),
                   (new.id, wallet_house_account('game_result', new.currency_id), new.currency_id, new.amount, new.created_at);
        ELSE
            UPDATE wallet_account SET balance = balance + new.received, seq = seq + 1
            WHERE player_id = new.player_id AND currency_id = new.currency_id
            RETURNING id, seq, balance INTO v_account, v_seq, v_after;
            IF NOT found THEN
                SELECT moved.account, moved.number, moved.after INTO v_account, v_seq, v_after
                FROM wallet_change_balance(new.player_id, new.currency_id, new.received) AS moved;
            END IF;
            IF new.received = new.amount THEN
                INSERT INTO wallet_entry
                    (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
                VALUES (new.id, wallet_house_account('in_play', new.currency_id), new.currency_id, -new.amount,
                        NULL, NULL, new.created_at),
                       (new.id, v_account, new.currency_id, new.received,
                        v_seq, v_after, new.created_at);
            ELSE
                INSERT INTO wallet_entry
                    (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
                VALUES (new.id, wallet_house_account('in_play', new.currency_id), new.currency_id, -new.amount,
                        NULL, NULL, new.created_at),
                       (new.id, wallet_house_account('game_result', new.currency_id), new.currency_id, new.amount - new.received,
                        NULL, NULL, new.created_at),
                       (new.id, v_account, new.currency_id, new.received,
                        v_seq, v_after, new.created_at);
            END IF;
        END IF;
    END IF;
    v_told := set_config('ligalo.balance', coalesce(v_after::text, ''), true);
    RETURN new;
END
$$;

CREATE TRIGGER writes AFTER INSERT ON public.wallet_transfer
FOR EACH ROW EXECUTE FUNCTION public.wallet_write_transfer();

REVOKE ALL ON FUNCTION public.wallet_write_transfer() FROM PUBLIC;
