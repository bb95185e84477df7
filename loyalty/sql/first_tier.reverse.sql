-- As points.sql makes it.
CREATE OR REPLACE FUNCTION public.loyalty_earn(p_player bigint, p_round uuid, p_staked bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_multiplier bigint;
    v_debt bigint;
BEGIN
    SELECT tier.multiplier INTO v_multiplier
    FROM loyalty_account AS account JOIN loyalty_tier AS tier ON tier.id = account.tier_id
    WHERE account.player_id = p_player;
    v_multiplier := coalesce(v_multiplier, 100);
    IF p_staked * v_multiplier < 10000 THEN
        RETURN 0;
    END IF;
    INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, staked, multiplier)
    VALUES (p_player, 'earned', p_staked * v_multiplier / 10000, p_round, p_staked, v_multiplier)
    RETURNING debt_after INTO v_debt;
    IF v_debt > 0 THEN
        PERFORM loyalty_repay(p_player, p_round, NULL, NULL);
    END IF;
    RETURN p_staked * v_multiplier / 10000;
END $$;
