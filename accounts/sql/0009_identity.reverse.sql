DROP TRIGGER one_person ON public.accounts_user;
DROP TRIGGER decided ON public.accounts_doubledecision;
DROP TRIGGER kept ON public.accounts_identitynumber;
DROP FUNCTION public.accounts_one_person();
DROP FUNCTION public.accounts_decide_double();
DROP FUNCTION public.accounts_keep_number();
