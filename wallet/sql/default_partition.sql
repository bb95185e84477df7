-- The months of the entries, and a default partition that stays empty: a forgotten month raises an alarm and stops no bet.
CREATE OR REPLACE FUNCTION public.wallet_make_partitions() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT journal_make_months('wallet_entry', 'wallet_refuse_change')
$$;

SELECT public.wallet_make_partitions();
