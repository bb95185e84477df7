DROP TRIGGER kept ON public.accounts_upload;
DROP FUNCTION public.accounts_keep_upload();
