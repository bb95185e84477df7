DROP TRIGGER told ON public.accounts_user;
DROP TRIGGER stays ON public.accounts_user;
DROP FUNCTION public.accounts_stay(), public.accounts_tell_of_person();
