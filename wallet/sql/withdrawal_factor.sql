-- Percentage of the house's own limits that a player may withdraw. The wallet raises it for nobody; the loyalty programme
-- replaces this function (`loyalty/sql/withdrawing.sql`).
CREATE FUNCTION public.wallet_withdrawal_factor(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ SELECT 100 $$;

REVOKE ALL ON FUNCTION public.wallet_withdrawal_factor(bigint) FROM PUBLIC;
