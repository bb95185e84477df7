-- Withdrawal factor of a player: that of the current tier, or of the first tier in force for a player without one. In hundredths,
-- never below 100. Replaces the default in `wallet/sql/withdrawal_factor.sql`.
CREATE OR REPLACE FUNCTION public.wallet_withdrawal_factor(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT withdrawal FROM loyalty_tier WHERE id = coalesce(
        (SELECT tier_id FROM loyalty_account WHERE player_id = p_player),
        (SELECT id FROM loyalty_tier WHERE tier_set_id = loyalty_tiers_in_force() AND threshold = 0))
$$;
