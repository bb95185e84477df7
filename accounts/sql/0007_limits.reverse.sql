DROP TRIGGER in_time ON public.accounts_playlimitconfirmation;
DROP TRIGGER in_time ON public.accounts_playlimit;
DROP FUNCTION public.accounts_confirm_limit();
DROP FUNCTION public.accounts_limit_play();
DROP FUNCTION public.accounts_limit_in_force(bigint, text, text);
