DROP FUNCTION public.wallet_write_plan(public.wallet_transfer, bigint);
DROP FUNCTION public.wallet_see_unsettled(public.wallet_transfer);
DROP FUNCTION public.wallet_plan(public.wallet_transfer);
DROP FUNCTION public.wallet_exchange(public.wallet_transfer, integer);
DROP FUNCTION public.wallet_reversed_kind(public.wallet_transfer);
DROP FUNCTION public.wallet_move(bigint, text, bigint);
DROP FUNCTION public.wallet_see_settled(public.wallet_transfer);
DROP FUNCTION public.wallet_hold_withdrawal(public.wallet_transfer);
DROP FUNCTION public.wallet_release(public.wallet_transfer, bigint);
