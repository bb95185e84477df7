-- The other functions still do all that they did before.
DROP FUNCTION public.wallet_disputed_debts(bigint);
