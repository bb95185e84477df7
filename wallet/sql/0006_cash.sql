-- Deposits and withdrawals: the history decides. A step continues the last one, money moves with
-- it exactly as it says, and above the limit a second person is another one.

-- The only change of a deposit or withdrawal is that of its state, to what its last step says.
CREATE FUNCTION public.wallet_keep_cash() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last text;
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    EXECUTE format('SELECT to_state FROM public.%I WHERE %I = $1 ORDER BY n DESC LIMIT 1',
                   tg_table_name || '_step', tg_argv[0] || '_id')
    INTO v_last USING new.id;
    IF to_jsonb(new) - 'state' IS DISTINCT FROM to_jsonb(old) - 'state'
       OR new.state IS DISTINCT FROM v_last THEN
        RAISE EXCEPTION '% % changes by its steps only', tg_table_name, old.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_steps BEFORE UPDATE ON public.wallet_deposit
FOR EACH ROW EXECUTE FUNCTION public.wallet_keep_cash('deposit');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_deposit
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_keep_cash('deposit');
CREATE TRIGGER by_steps BEFORE UPDATE ON public.wallet_withdrawal
FOR EACH ROW EXECUTE FUNCTION public.wallet_keep_cash('withdrawal');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_withdrawal
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_keep_cash('withdrawal');

-- A request is whole minor units, begins as requested, and has its first step when it commits.
CREATE FUNCTION public.wallet_open_cash() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_begun boolean;
BEGIN
    IF new.state <> 'requested' AND tg_when = 'BEFORE' OR new.units % (
        SELECT 10 ^ (4 - minor_digits) FROM wallet_currency WHERE code = new.currency_id
    )::bigint <> 0 THEN
        RAISE EXCEPTION '% is requested first, in whole minor units', tg_table_name
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF tg_when = 'AFTER' THEN
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE %I = $1)',
                       tg_table_name || '_step', tg_argv[0] || '_id')
        INTO v_begun USING new.id;
        IF NOT v_begun THEN
            RAISE EXCEPTION '% % has no first step', tg_table_name, new.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER begins BEFORE INSERT ON public.wallet_deposit
FOR EACH ROW EXECUTE FUNCTION public.wallet_open_cash('deposit');
CREATE TRIGGER begins BEFORE INSERT ON public.wallet_withdrawal
FOR EACH ROW EXECUTE FUNCTION public.wallet_open_cash('withdrawal');
CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.wallet_deposit
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wallet_open_cash('deposit');
CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.wallet_withdrawal
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wallet_open_cash('withdrawal');

-- Whether a transfer is of this kind and moved exactly this money, for this hold if for one.
CREATE FUNCTION public.wallet_moved(
    p_transfer bigint, p_kind text, p_player bigint, p_currency text, p_amount bigint,
    p_withdrawal uuid
) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM wallet_transfer
        WHERE id = p_transfer AND kind = p_kind AND player_id = p_player
          AND currency_id = p_currency AND amount = p_amount
          AND withdrawal_id IS NOT DISTINCT FROM p_withdrawal)
$$;

CREATE FUNCTION public.wallet_take_deposit_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_head wallet_deposit;
    v_last wallet_deposit_step;
    v_first wallet_deposit_step;
BEGIN
    SELECT * INTO v_head FROM wallet_deposit WHERE id = new.deposit_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM wallet_deposit_step
    WHERE deposit_id = new.deposit_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of deposit % does not follow its last', new.n, new.deposit_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (v_head.provider = 'manual') <> (new.acting_user_id IS NOT NULL AND new.event_id IS NULL)
       OR (v_head.provider <> 'manual' AND new.n > 1) <> (new.event_id IS NOT NULL)
       OR new.acting_user_id = v_head.player_id THEN
        RAISE EXCEPTION 'a step is taken by staff, or by an event of its provider'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.to_state = 'credited' THEN
        SELECT * INTO v_first FROM wallet_deposit_step WHERE deposit_id = new.deposit_id AND n = 1;
        IF v_head.needs_second AND new.acting_user_id = v_first.acting_user_id THEN
            RAISE EXCEPTION 'deposit % needs a second person', new.deposit_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT wallet_moved(new.transfer_id, 'deposit', v_head.player_id,
                            v_head.currency_id, v_head.units, NULL) THEN
            RAISE EXCEPTION 'transfer % is not the money of deposit %', new.transfer_id,
                new.deposit_id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN new;
END
$$;

CREATE FUNCTION public.wallet_take_withdrawal_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_head wallet_withdrawal;
    v_last wallet_withdrawal_step;
    v_kind text;
BEGIN
    SELECT * INTO v_head FROM wallet_withdrawal WHERE id = new.withdrawal_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM wallet_withdrawal_step
    WHERE withdrawal_id = new.withdrawal_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of withdrawal % does not follow its last', new.n, new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- the player takes the first step and no other
    IF (new.n = 1) <> (new.acting_user_id = v_head.player_id) THEN
        RAISE EXCEPTION 'a player requests, staff decide' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.from_state = 'requested' AND new.to_state IN ('second', 'approved')
       AND v_head.needs_second <> (new.to_state = 'second')
       OR new.from_state = 'second' AND new.to_state = 'approved'
          AND new.acting_user_id = v_last.acting_user_id THEN
        RAISE EXCEPTION 'withdrawal % needs its own number of approvals', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    v_kind := CASE
        WHEN new.n = 1 THEN 'withdraw'
        WHEN new.to_state = 'paid' THEN 'pay_out'
        WHEN new.to_state = 'refused' THEN 'cancel_withdrawal'
    END;
    IF v_kind IS NOT NULL AND NOT wallet_moved(
        new.transfer_id, v_kind, v_head.player_id, v_head.currency_id, v_head.units,
        v_head.reference) THEN
        RAISE EXCEPTION 'transfer % is not the money of withdrawal %', new.transfer_id,
            new.withdrawal_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.wallet_deposit_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_take_deposit_step();
CREATE TRIGGER follows BEFORE INSERT ON public.wallet_withdrawal_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_take_withdrawal_step();

-- The state shown is that of the last step.
CREATE FUNCTION public.wallet_show_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_table_name = 'wallet_deposit_step' THEN
        UPDATE wallet_deposit SET state = new.to_state
        WHERE id = new.deposit_id AND state <> new.to_state;
    ELSE
        UPDATE wallet_withdrawal SET state = new.to_state
        WHERE id = new.withdrawal_id AND state <> new.to_state;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER shows AFTER INSERT ON public.wallet_deposit_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_show_state();
CREATE TRIGGER shows AFTER INSERT ON public.wallet_withdrawal_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_show_state();

-- A limit is decided by another person than its proposer; before the site opens, by nobody.
CREATE FUNCTION public.wallet_decide_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.decided_by_id IS NULL OR EXISTS (
        SELECT FROM wallet_cash_limit
        WHERE id = new.limit_id AND proposed_by_id IS NOT DISTINCT FROM new.decided_by_id
    ) THEN
        RAISE EXCEPTION 'limit % is decided by another person', new.limit_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

INSERT INTO public.wallet_cash_limit (name, currency_id, units, reason)
SELECT name, currency, units * 10000, 'first values of the house'
FROM (VALUES
    ('deposit_least', 'USD', 0.01), ('deposit_most', 'USD', 10000),
    ('deposit_least', 'EUR', 0.01), ('deposit_most', 'EUR', 10000),
    ('deposit_least', 'VES', 10), ('deposit_most', 'VES', 2000000),
    ('deposit_least', 'COP', 100), ('deposit_most', 'COP', 40000000),
    ('deposit_least', 'DOP', 1), ('deposit_most', 'DOP', 600000),
    ('withdrawal_least', 'USD', 5), ('withdrawal_most', 'USD', 10000),
    ('withdrawal_least', 'EUR', 5), ('withdrawal_most', 'EUR', 10000),
    ('withdrawal_least', 'VES', 1000), ('withdrawal_most', 'VES', 2000000),
    ('withdrawal_least', 'COP', 20000), ('withdrawal_most', 'COP', 40000000),
    ('withdrawal_least', 'DOP', 300), ('withdrawal_most', 'DOP', 600000),
    ('deposit_day', 'USD', 20000), ('withdrawal_day', 'USD', 20000),
    ('deposit_second', 'USD', 1000), ('withdrawal_second', 'USD', 1000)
) AS first (name, currency, units);
INSERT INTO public.wallet_cash_limit_decision (limit_id, approved)
SELECT id, true FROM public.wallet_cash_limit;

CREATE TRIGGER another_person BEFORE INSERT ON public.wallet_cash_limit_decision
FOR EACH ROW EXECUTE FUNCTION public.wallet_decide_limit();

REVOKE ALL ON FUNCTION
    public.wallet_keep_cash(), public.wallet_open_cash(),
    public.wallet_moved(bigint, text, bigint, text, bigint, uuid),
    public.wallet_take_deposit_step(), public.wallet_take_withdrawal_step(),
    public.wallet_show_state(), public.wallet_decide_limit()
FROM PUBLIC;
