-- Points. Only entries are inserted: the trigger numbers an entry, updates the player's account, and stores the
-- balance and debt after it. The application may only call the functions at the end.
-- Points are in hundredths, stakes in units of 10^-4 USD, multipliers of tiers in hundredths.
-- As in `post()`, sequential scans are disabled: a cached plan may date from when the table was small.

CREATE FUNCTION public.loyalty_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is written by an entry only: % refused', tg_table_name, tg_op
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER by_entry BEFORE INSERT OR UPDATE ON public.loyalty_account
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.loyalty_refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.loyalty_account
FOR EACH STATEMENT EXECUTE FUNCTION public.loyalty_refuse_change();

-- A debt adds points that the player does not have, so that a reversal can take them; a repayment does the opposite.
CREATE FUNCTION public.loyalty_write_entry() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_debt bigint := CASE WHEN new.kind IN ('debt', 'repaid') THEN new.hundredths ELSE 0 END;
BEGIN
    UPDATE loyalty_account SET balance = balance + new.hundredths, debt = debt + v_debt, seq = seq + 1
    WHERE player_id = new.player_id
    RETURNING seq, balance, debt INTO new.seq, new.balance_after, new.debt_after;
    IF NOT found THEN
        INSERT INTO loyalty_account (player_id) VALUES (new.player_id) ON CONFLICT DO NOTHING;
        UPDATE loyalty_account SET balance = balance + new.hundredths, debt = debt + v_debt, seq = seq + 1
        WHERE player_id = new.player_id
        RETURNING seq, balance, debt INTO new.seq, new.balance_after, new.debt_after;
    END IF;
    new.at := clock_timestamp();
    new.earned_on := coalesce(new.earned_on, (new.at AT TIME ZONE 'UTC')::date);
    RETURN new;
END $$;
CREATE TRIGGER writes BEFORE INSERT ON public.loyalty_entry
FOR EACH ROW EXECUTE FUNCTION public.loyalty_write_entry();

CREATE FUNCTION public.loyalty_change_tier() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.at := clock_timestamp();
    UPDATE loyalty_account SET tier_id = new.tier_id WHERE player_id = new.player_id;
    RETURN new;
END $$;
CREATE TRIGGER changes BEFORE INSERT ON public.loyalty_tierchange
FOR EACH ROW EXECUTE FUNCTION public.loyalty_change_tier();

-- Repay the player's debt from the balance, as far as it goes. Returns the amount.
CREATE FUNCTION public.loyalty_repay_debt(p_player bigint, p_round uuid, p_case uuid, p_day date) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_repaid bigint;
BEGIN
    INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, case_id, earned_on)
    SELECT p_player, 'repaid', -least(balance, debt), p_round, p_case, p_day
    FROM loyalty_account WHERE player_id = p_player AND balance > 0 AND debt > 0
    RETURNING -hundredths INTO v_repaid;
    RETURN coalesce(v_repaid, 0);
END $$;

-- Credit a round's points, once: the stakes of its hands in USD, times the multiplier of the player's tier, rounded down. Players
-- without a tier have the first tier in force, as the pages say.
CREATE FUNCTION public.loyalty_earn_points(p_player bigint, p_round uuid, p_staked bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_multiplier bigint;
    v_debt bigint;
BEGIN
    SELECT tier.multiplier INTO v_multiplier
    FROM loyalty_account AS account JOIN loyalty_tier AS tier ON tier.id = account.tier_id
    WHERE account.player_id = p_player;
    IF NOT found THEN
        SELECT multiplier INTO v_multiplier FROM loyalty_tier
        WHERE tier_set_id = loyalty_tiers_in_force() AND threshold = 0;
    END IF;
    IF p_staked * v_multiplier < 10000 THEN
        RETURN 0;
    END IF;
    INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, staked, multiplier)
    VALUES (p_player, 'earned', p_staked * v_multiplier / 10000, p_round, p_staked, v_multiplier)
    RETURNING debt_after INTO v_debt;
    IF v_debt > 0 THEN
        PERFORM loyalty_repay_debt(p_player, p_round, NULL, NULL);
    END IF;
    RETURN p_staked * v_multiplier / 10000;
END $$;

-- Points that a round earned, their day, and what is left of them. Locks the account; a player without one has no points.
-- Each half of the sum has its own index.
CREATE FUNCTION public.loyalty_points_of_round(
    p_player bigint, p_round uuid, OUT earned bigint, OUT day date, OUT stands bigint, OUT balance bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    SELECT account.balance INTO balance FROM loyalty_account AS account
    WHERE account.player_id = p_player FOR UPDATE;
    SELECT hundredths, earned_on INTO earned, day FROM loyalty_entry
    WHERE player_id = p_player AND round_id = p_round AND kind = 'earned';
    earned := coalesce(earned, 0);
    SELECT earned + coalesce(sum(hundredths), 0) INTO stands FROM loyalty_entry
    WHERE player_id = p_player AND round_id = p_round AND case_id IS NOT NULL AND kind IN ('reversed', 'restored');
END $$;

-- Reverse the points of a round; spent ones become a debt. Returns the points taken and the debt.
CREATE FUNCTION public.loyalty_reverse_points(
    p_player bigint, p_round uuid, p_case uuid, OUT points bigint, OUT owed bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_standing record;
BEGIN
    SELECT * INTO v_standing FROM loyalty_points_of_round(p_player, p_round);
    points := v_standing.stands;
    owed := greatest(points - v_standing.balance, 0);
    IF points > 0 THEN
        IF owed > 0 THEN
            INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, case_id, earned_on)
            VALUES (p_player, 'debt', owed, p_round, p_case, v_standing.day);
        END IF;
        INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, case_id, earned_on)
        VALUES (p_player, 'reversed', -points, p_round, p_case, v_standing.day);
    ELSE
        points := 0;
        owed := 0;
    END IF;
END $$;

-- Restore the reversed points of a round; they first repay debts. Returns the points restored and the part repaid.
CREATE FUNCTION public.loyalty_restore_points(
    p_player bigint, p_round uuid, p_case uuid, OUT points bigint, OUT repaid bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_standing record;
BEGIN
    SELECT * INTO v_standing FROM loyalty_points_of_round(p_player, p_round);
    points := v_standing.earned - v_standing.stands;
    repaid := 0;
    IF points > 0 THEN
        INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, case_id, earned_on)
        VALUES (p_player, 'restored', points, p_round, p_case, v_standing.day);
        repaid := loyalty_repay_debt(p_player, p_round, p_case, v_standing.day);
    END IF;
END $$;

REVOKE ALL ON FUNCTION
    public.loyalty_refuse_change(),
    public.loyalty_write_entry(),
    public.loyalty_change_tier(),
    public.loyalty_repay_debt(bigint, uuid, uuid, date),
    public.loyalty_earn_points(bigint, uuid, bigint),
    public.loyalty_points_of_round(bigint, uuid),
    public.loyalty_reverse_points(bigint, uuid, uuid),
    public.loyalty_restore_points(bigint, uuid, uuid)
FROM PUBLIC;
