DROP TRIGGER in_time ON public.accounts_factorresetend;
DROP TRIGGER another_person ON public.accounts_factorresetdecision;
DROP TRIGGER asked ON public.accounts_factorreset;
DROP FUNCTION public.accounts_end_reset();
DROP FUNCTION public.accounts_decide_reset();
DROP FUNCTION public.accounts_ask_reset();
DROP FUNCTION public.accounts_reset_runs(bigint);
