DROP TRIGGER writes ON public.wallet_transfer;
DROP FUNCTION public.wallet_write();
