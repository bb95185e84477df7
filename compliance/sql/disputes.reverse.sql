DROP FUNCTION
    public.compliance_open_dispute(), public.compliance_keep_dispute(), public.compliance_reply(),
    public.compliance_show_reply(), public.compliance_dispute_is(bigint)
CASCADE;
