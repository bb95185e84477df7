DROP TRIGGER cancelled ON public.casino_round;
DROP FUNCTION public.casino_cancel_guard();
