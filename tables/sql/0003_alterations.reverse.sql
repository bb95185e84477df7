DROP FUNCTION public.tables_keep_table() CASCADE;
