DROP FUNCTION
    public.tables_keep_version(), public.tables_admit_version(), public.tables_keep_money(),
    public.tables_take_step(), public.tables_show_state(), public.tables_version_agrees(),
    public.tables_check_table(), public.tables_another_person()
CASCADE;
