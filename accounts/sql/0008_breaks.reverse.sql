DROP TRIGGER own_break ON public.accounts_restriction;
DROP FUNCTION public.accounts_see_break();
