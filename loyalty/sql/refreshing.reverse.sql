-- As due.sql makes it.
CREATE OR REPLACE FUNCTION public.loyalty_refresh(p_first bigint, p_last bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_set bigint := loyalty_tiers_in_force();
    v_since date;
    v_thresholds bigint[];
    v_changed bigint;
BEGIN
    SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date - window_days INTO v_since
    FROM loyalty_tierset WHERE id = v_set;
    SELECT array_agg(threshold) INTO v_thresholds FROM loyalty_tier WHERE tier_set_id = v_set;
    WITH changed AS (
        INSERT INTO loyalty_tierchange (player_id, from_tier_id, tier_id, points)
        SELECT due.player_id, due.tier_id, tier.id, due.points
        FROM loyalty_due(v_since, v_thresholds, p_first, p_last) AS due
             JOIN loyalty_tier AS tier ON tier.tier_set_id = v_set AND tier.threshold = due.threshold
        WHERE tier.id IS DISTINCT FROM due.tier_id ORDER BY due.player_id
        RETURNING 1
    )
    SELECT count(*) INTO v_changed FROM changed;
    RETURN v_changed;
END $$;
