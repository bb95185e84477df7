DROP FUNCTION
    public.compliance_open_case(), public.compliance_keep_case(), public.compliance_case_begun(),
    public.compliance_name_hand(), public.compliance_keep_line(), public.compliance_take_step(),
    public.compliance_show_step()
CASCADE;
