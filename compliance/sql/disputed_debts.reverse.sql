CREATE OR REPLACE FUNCTION public.wallet_disputed_debts(p_player bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT round_id FROM wallet_receivable WHERE false
$$;
