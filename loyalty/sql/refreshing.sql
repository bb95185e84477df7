-- Puts the players of these numbers, both included, on the tier that their points of the window lead to; from then on it
-- multiplies. Returns how many changed. Whoever is to change is counted again behind the lock of their account: what was counted
-- before a void took points, or before somebody else put the player there, does not count.
CREATE OR REPLACE FUNCTION public.loyalty_refresh(p_first bigint, p_last bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_set bigint := loyalty_tiers_in_force();
    v_since date;
    v_thresholds bigint[];
    v_player bigint;
    v_changed bigint := 0;
BEGIN
    SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date - window_days INTO v_since
    FROM loyalty_tierset WHERE id = v_set;
    SELECT array_agg(threshold) INTO v_thresholds FROM loyalty_tier WHERE tier_set_id = v_set;
    FOR v_player IN
        SELECT due.player_id
        FROM loyalty_due(v_since, v_thresholds, p_first, p_last) AS due
             JOIN loyalty_tier AS tier ON tier.tier_set_id = v_set AND tier.threshold = due.threshold
        WHERE tier.id IS DISTINCT FROM due.tier_id ORDER BY due.player_id
    LOOP
        PERFORM FROM loyalty_account WHERE player_id = v_player FOR UPDATE;
        INSERT INTO loyalty_tierchange (player_id, from_tier_id, tier_id, points)
        SELECT due.player_id, due.tier_id, tier.id, due.points
        FROM loyalty_due(v_since, v_thresholds, v_player, v_player) AS due
             JOIN loyalty_tier AS tier ON tier.tier_set_id = v_set AND tier.threshold = due.threshold
        WHERE tier.id IS DISTINCT FROM due.tier_id;
        IF found THEN
            v_changed := v_changed + 1;
        END IF;
    END LOOP;
    RETURN v_changed;
END $$;
