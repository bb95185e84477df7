DROP FUNCTION
    public.compliance_open_case(), public.compliance_keep_case(), public.compliance_case_begun(),
    public.compliance_name_hand(), public.compliance_keep_line(), public.compliance_take_step(),
    public.compliance_show_step(), public.compliance_void_decided(),
    public.compliance_decided(uuid, uuid, text, text, bigint, bigint)
CASCADE;
