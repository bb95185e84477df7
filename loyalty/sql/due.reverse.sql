-- As points.sql makes it.
CREATE OR REPLACE FUNCTION public.loyalty_refresh(p_first bigint, p_last bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_set bigint := loyalty_tiers_in_force();
    v_since date;
    v_changed bigint;
BEGIN
    SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date - window_days INTO v_since
    FROM loyalty_tierset WHERE id = v_set;
    WITH gathered AS (
        SELECT account.player_id, account.tier_id, (
            SELECT coalesce(sum(hundredths), 0) FROM loyalty_entry AS entry
            WHERE entry.player_id = account.player_id AND entry.earned_on > v_since
              AND entry.kind IN ('earned', 'reversed', 'restored')) AS points
        FROM loyalty_account AS account WHERE account.player_id BETWEEN p_first AND p_last
    ), due AS (
        SELECT gathered.player_id, gathered.tier_id, gathered.points, (
            SELECT tier.id FROM loyalty_tier AS tier
            WHERE tier.tier_set_id = v_set AND tier.threshold <= gathered.points
            ORDER BY tier.threshold DESC LIMIT 1) AS to_id
        FROM gathered
    ), changed AS (
        INSERT INTO loyalty_tierchange (player_id, from_tier_id, tier_id, points)
        SELECT player_id, tier_id, to_id, points FROM due
        WHERE to_id IS DISTINCT FROM tier_id AND to_id IS NOT NULL ORDER BY player_id
        RETURNING 1
    )
    SELECT count(*) INTO v_changed FROM changed;
    RETURN v_changed;
END $$;
DROP FUNCTION public.loyalty_due(date, bigint[], bigint, bigint);
