DROP TRIGGER is_true ON public.casino_logline;
DROP TRIGGER in_progress ON public.casino_hint;
DROP TRIGGER in_progress ON public.casino_decision;
DROP TRIGGER with_round ON public.casino_bet;
DROP FUNCTION public.casino_bet_with_round(), public.casino_in_progress(), public.casino_logline_true();
