DROP TABLE public.wallet_entry;
