DROP TRIGGER another_person ON public.accounts_staffchangedecision;
DROP TRIGGER proposed ON public.accounts_staffchange;
DROP FUNCTION public.accounts_propose_staff(), public.accounts_decide_staff();
