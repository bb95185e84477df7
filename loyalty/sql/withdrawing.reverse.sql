CREATE OR REPLACE FUNCTION public.wallet_withdrawal_factor(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$ SELECT 100 $$;
DELETE FROM public.loyalty_tierpreview;
