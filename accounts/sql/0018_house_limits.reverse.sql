DROP TRIGGER in_order ON public.accounts_houselimit;
DROP FUNCTION public.accounts_limit_by_house();
