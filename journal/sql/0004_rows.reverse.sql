DROP FUNCTION public.journal_strays(text, text, text[]), public.journal_watched();
