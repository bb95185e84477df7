ALTER TABLE public.wallet_account RESET (fillfactor);
DELETE FROM public.wallet_account WHERE house_code IS NOT NULL;
DELETE FROM public.wallet_currency;
