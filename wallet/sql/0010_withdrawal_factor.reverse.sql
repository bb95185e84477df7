DROP FUNCTION public.wallet_withdrawal_factor(bigint);
