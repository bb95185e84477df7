DROP TRIGGER number_kept ON public.casino_round;
DROP FUNCTION public.casino_round_number_kept();
