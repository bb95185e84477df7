DROP FUNCTION public.journal_refuse_change();
