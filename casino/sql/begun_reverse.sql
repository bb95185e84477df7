DROP TRIGGER staked ON public.casino_round;
DROP TRIGGER begins ON public.casino_round;
DROP FUNCTION public.casino_round_staked(), public.casino_round_begins();
