DROP FUNCTION public.casino_round_number();
