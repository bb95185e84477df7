DROP TRIGGER opened_empty ON public.wallet_account;
DROP TRIGGER moved_by_entry ON public.wallet_account;
DROP TRIGGER kept ON public.wallet_account;
DROP TRIGGER by_transfer ON public.wallet_entry;
DROP TRIGGER by_transfer ON public.wallet_open_stake;
DROP TRIGGER kept ON public.wallet_open_stake;
DROP TRIGGER by_transfer ON public.wallet_withdrawal_hold;
DROP TRIGGER kept ON public.wallet_withdrawal_hold;
DROP TRIGGER by_transfer ON public.wallet_receivable;
DROP TRIGGER kept ON public.wallet_receivable;
DO $$
DECLARE
    v_partition regclass;
BEGIN
    FOR v_partition IN
        SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'public.wallet_entry'::regclass
    LOOP
        EXECUTE format('DROP TABLE %s', v_partition);
    END LOOP;
END
$$;
DROP FUNCTION public.wallet_make_partitions();
DROP FUNCTION public.wallet_open_account();
DROP FUNCTION public.wallet_refuse();
