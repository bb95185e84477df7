DROP INDEX public.journal_event_words;
DROP TRIGGER stamped ON public.journal_event;
DROP TRIGGER stamped ON public.journal_alteration;
DROP FUNCTION public.journal_begin_history(text, text, text, text), public.journal_note_alteration(), public.journal_differing(jsonb, jsonb, text[], text[]), public.journal_stamp();
