DROP TRIGGER frozen ON public.casino_round;
DROP FUNCTION public.casino_frozen_guard();
DROP TRIGGER another_person ON public.casino_freezedecision;
DROP FUNCTION public.casino_freeze_decided();
