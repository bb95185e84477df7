-- Tiers: two people decide a set of them, and points assign players to them.

-- The tier set in force: the last approved one that has taken effect.
CREATE FUNCTION public.loyalty_tiers_in_force() RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT set.id FROM loyalty_tierset AS set JOIN loyalty_tiersetdecision AS word ON word.proposal_id = set.id
    WHERE word.approved AND set.effective_at <= clock_timestamp()
    ORDER BY set.effective_at DESC, set.id DESC LIMIT 1
$$;

-- A tier set starts at 0 points. A set has no decider if and only if it has no proposer.
CREATE FUNCTION public.loyalty_guard_tier_set() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (new.decided_by_id IS NULL) <> EXISTS (
        SELECT FROM loyalty_tierset WHERE id = new.proposal_id AND proposed_by_id IS NULL) THEN
        RAISE EXCEPTION 'tiers % are decided by a person where one proposed them', new.proposal_id
            USING ERRCODE = 'check_violation';
    ELSIF new.approved AND NOT EXISTS (
        SELECT FROM loyalty_tier WHERE tier_set_id = new.proposal_id AND threshold = 0) THEN
        RAISE EXCEPTION 'tiers % begin at no points', new.proposal_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER complete BEFORE INSERT ON public.loyalty_tiersetdecision
FOR EACH ROW EXECUTE FUNCTION public.loyalty_guard_tier_set();

-- A decided set is complete: no tier is added afterwards.
CREATE FUNCTION public.loyalty_guard_tier() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM loyalty_tiersetdecision WHERE proposal_id = new.tier_set_id) THEN
        RAISE EXCEPTION 'tiers % are decided', new.tier_set_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER before_decision BEFORE INSERT ON public.loyalty_tier
FOR EACH ROW EXECUTE FUNCTION public.loyalty_guard_tier();

-- Points of a window, and the highest of the given thresholds they reach, for the players p_first to p_last. The single source of
-- this rule: `loyalty_assign_tiers` assigns tiers by it, a preview counts players by it.
CREATE FUNCTION public.loyalty_points_of_window(p_since date, p_thresholds bigint[], p_first bigint, p_last bigint)
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

-- Assign the players p_first to p_last, both included, to the tier that their points of the window reach; its multiplier applies
-- from then on. Returns how many changed. Candidates are counted again under the lock on their account: a void or a concurrent
-- run may have changed their points or tier since the first count.
CREATE FUNCTION public.loyalty_assign_tiers(p_first bigint, p_last bigint) RETURNS bigint
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
        FROM loyalty_points_of_window(v_since, v_thresholds, p_first, p_last) AS due
             JOIN loyalty_tier AS tier ON tier.tier_set_id = v_set AND tier.threshold = due.threshold
        WHERE tier.id IS DISTINCT FROM due.tier_id ORDER BY due.player_id
    LOOP
        PERFORM FROM loyalty_account WHERE player_id = v_player FOR UPDATE;
        INSERT INTO loyalty_tierchange (player_id, from_tier_id, tier_id, points)
        SELECT due.player_id, due.tier_id, tier.id, due.points
        FROM loyalty_points_of_window(v_since, v_thresholds, v_player, v_player) AS due
             JOIN loyalty_tier AS tier ON tier.tier_set_id = v_set AND tier.threshold = due.threshold
        WHERE tier.id IS DISTINCT FROM due.tier_id;
        IF found THEN
            v_changed := v_changed + 1;
        END IF;
    END LOOP;
    RETURN v_changed;
END $$;

REVOKE ALL ON FUNCTION
    public.loyalty_tiers_in_force(),
    public.loyalty_guard_tier_set(),
    public.loyalty_guard_tier(),
    public.loyalty_points_of_window(date, bigint[], bigint, bigint),
    public.loyalty_assign_tiers(bigint, bigint)
FROM PUBLIC;
