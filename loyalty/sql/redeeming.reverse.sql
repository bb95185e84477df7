DROP FUNCTION public.loyalty_redeem(uuid, bigint, bigint, bigint, bigint);
