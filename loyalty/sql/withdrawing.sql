-- What the wallet asks before it measures a withdrawal: the answer is the tier that counts for the player now, which is the first one
-- in force for who was never put on any. A tier multiplies by hundredths, and never by less than the whole.
CREATE OR REPLACE FUNCTION public.wallet_withdrawal_factor(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT withdrawal FROM loyalty_tier WHERE id = coalesce(
        (SELECT tier_id FROM loyalty_account WHERE player_id = p_player),
        (SELECT id FROM loyalty_tier WHERE tier_set_id = loyalty_tiers_in_force() AND threshold = 0))
$$;
