-- Where the points of a window put players, of these numbers: the tiers that are asked about are given by their thresholds. The
-- one place that says so: `loyalty_refresh` puts them there, a preview counts them.
CREATE FUNCTION public.loyalty_due(p_since date, p_thresholds bigint[], p_first bigint, p_last bigint)
RETURNS TABLE (player_id bigint, tier_id bigint, points bigint, threshold bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT gathered.player_id, gathered.tier_id, gathered.points, (
        SELECT max(one) FROM unnest(p_thresholds) AS one WHERE one <= gathered.points)
    FROM (
        SELECT account.player_id, account.tier_id, (
            SELECT coalesce(sum(hundredths), 0)::bigint FROM loyalty_entry AS entry
            WHERE entry.player_id = account.player_id AND entry.earned_on > p_since
              AND entry.kind IN ('earned', 'reversed', 'restored')) AS points
        FROM loyalty_account AS account WHERE account.player_id BETWEEN p_first AND p_last
    ) AS gathered
$$;

-- Puts the players of these numbers, both included, on the tier that their points of the window lead to; from then on it
-- multiplies. Returns how many changed.
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

REVOKE ALL ON FUNCTION public.loyalty_due(date, bigint[], bigint, bigint) FROM PUBLIC;
