-- Guards of the ledger, which apply to everybody, its owner included. A transfer is one row that says
-- what moved; inserting it writes the rest: its trigger (write.sql, with plan.sql) updates the
-- accounts, numbers and inserts the entries and maintains the holds, in the same statement. Outside
-- of a trigger every change of those tables is refused: no transfer without entries, no entry
-- without its transfer and no balance without its entry, so nothing is left to check at commit.
--
-- The conditions of the guards are short on purpose: PostgreSQL parses every WHEN and CHECK of a
-- table anew in each statement, which was a quarter of the time of a transfer. They test the trigger
-- depth as a boolean, which leaves no constant to parse. Rules that only the writing trigger needs
-- are in its body.
-- Errors: 42501 for what nobody may do, 23514 for a row that breaks a rule, and class LW (see
-- post.sql) for a movement that the ledger does not make.

CREATE FUNCTION public.wallet_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is written by % only: % refused',
        tg_table_name, coalesce(tg_argv[0], 'a transfer'), tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- An account is opened empty, for one owner, and only entries move it. Its balance is never negative,
-- except in play money, which has no floor (the CHECK wallet_account_not_negative).
CREATE FUNCTION public.wallet_guard_account() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.balance <> 0 OR new.seq <> 0 THEN
        RAISE EXCEPTION 'an account is opened empty' USING ERRCODE = 'insufficient_privilege';
    ELSIF num_nonnulls(new.player_id, new.house_code) <> 1 OR new.house_code IS NOT NULL
          AND NOT EXISTS (SELECT FROM wallet_house_kind WHERE code = new.house_code) THEN
        RAISE EXCEPTION 'an account is one player''s, or one of the house''s' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_account_one_owner';
    END IF;
    new.floor := CASE WHEN NOT EXISTS (
        SELECT FROM wallet_currency WHERE code = new.currency_id AND is_play_money) THEN 0 END;
    RETURN new;
END
$$;

CREATE TRIGGER opened_empty BEFORE INSERT ON public.wallet_account
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_account();
CREATE TRIGGER moved_by_entry BEFORE UPDATE ON public.wallet_account
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_account
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

CREATE TRIGGER by_transfer BEFORE INSERT ON public.wallet_entry
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();

CREATE TRIGGER by_transfer BEFORE INSERT OR UPDATE OR DELETE ON public.wallet_open_stake
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.wallet_open_stake
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

CREATE TRIGGER by_transfer BEFORE INSERT OR UPDATE ON public.wallet_withdrawal_hold
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_withdrawal_hold
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

CREATE TRIGGER by_transfer BEFORE INSERT OR UPDATE OR DELETE ON public.wallet_receivable
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.wallet_receivable
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

-- Entries are in one partition per month (UTC). Each partition has its own guard, because a statement
-- on it does not fire the triggers of the whole table: partitions are written only through the table.
-- A partition is created separately and then attached, which does not block transfers.
-- Creates the missing ones from two months before the current one, for a clock that is set back, to
-- three after it, and returns how many. It takes no argument and does nothing else, so the application may call it; see decision 0007.
CREATE FUNCTION public.wallet_make_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_month timestamp := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
    v_first timestamp;
    v_name text;
    v_made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('wallet_make_partitions'));
    FOR v_ahead IN -2..3 LOOP
        v_first := v_month + make_interval(months => v_ahead);
        v_name := to_char(v_first, '"wallet_entry_"YYYY_MM');
        CONTINUE WHEN to_regclass('public.' || v_name) IS NOT NULL;
        EXECUTE format(
            'CREATE TABLE public.%I (LIKE public.wallet_entry INCLUDING DEFAULTS INCLUDING INDEXES)',
            v_name);
        EXECUTE format(
            'CREATE TRIGGER whole_table BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.%I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change()', v_name);
        EXECUTE format(
            'ALTER TABLE public.wallet_entry ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
            v_name, v_first AT TIME ZONE 'UTC', (v_first + interval '1 month') AT TIME ZONE 'UTC');
        v_made := v_made + 1;
    END LOOP;
    RETURN v_made;
END
$$;

SELECT public.wallet_make_partitions();

REVOKE ALL ON FUNCTION
    public.wallet_refuse_change(), public.wallet_guard_account(), public.wallet_make_partitions()
FROM PUBLIC;
