-- By how many hundredths of the house's own limits a player may withdraw. The wallet knows nobody whom it would raise them for:
-- the programme that does puts its own answer in the place of this one (`loyalty/sql/withdrawing.sql`).
CREATE FUNCTION public.wallet_withdrawal_factor(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ SELECT 100 $$;

REVOKE ALL ON FUNCTION public.wallet_withdrawal_factor(bigint) FROM PUBLIC;
