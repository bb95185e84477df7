DROP TRIGGER gaming_day_to_come ON public.journal_gamingday;
DROP FUNCTION public.journal_gaming_day_to_come();
