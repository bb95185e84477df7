DROP FUNCTION public.tables_note_alteration(), public.tables_keep_table() CASCADE;
