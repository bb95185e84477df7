-- The house has one account of each kind in each currency: a row of `wallet_currency` or `wallet_house_kind` opens what is
-- missing. The rows are in currencies.sql, which runs last because it needs what the other files create.
-- The fillfactor leaves room on the page, so that a changed balance needs no new index entry.
ALTER TABLE public.wallet_account SET (fillfactor = 70);

-- Also writes the account ids into the function that movements read: a table look-up would cost a transfer one
-- twentieth (docs/speed.md). Cached plans with the earlier text are replanned automatically.
CREATE FUNCTION public.wallet_open_house_accounts() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO wallet_account (house_code, currency_id)
    SELECT kind.code, currency.code FROM wallet_currency AS currency, wallet_house_kind AS kind
    WHERE NOT EXISTS (
        SELECT FROM wallet_account WHERE house_code = kind.code AND currency_id = currency.code)
    ORDER BY currency.code, kind.code;
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION public.wallet_house_account(p_kind text, p_currency text)'
        ' RETURNS bigint LANGUAGE sql IMMUTABLE RETURN (%L::jsonb -> p_kind ->> p_currency)::bigint',
        (SELECT jsonb_object_agg(house_code, numbers)
         FROM (SELECT house_code, jsonb_object_agg(currency_id, id) AS numbers FROM wallet_account
               WHERE house_code IS NOT NULL GROUP BY house_code) AS kind));
    RETURN NULL;
END
$$;

CREATE TRIGGER opens_accounts AFTER INSERT ON public.wallet_currency
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_open_house_accounts();
CREATE TRIGGER opens_accounts AFTER INSERT ON public.wallet_house_kind
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_open_house_accounts();

REVOKE ALL ON FUNCTION public.wallet_open_house_accounts() FROM PUBLIC;
