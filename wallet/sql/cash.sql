-- Deposits and withdrawals: steps decide. A step continues the last one and moves exactly the
-- money it states; above the limit a second, different person decides.

-- The only change of a deposit or withdrawal is that of its state, to the one of its last step.
CREATE FUNCTION public.wallet_guard_cash() RETURNS trigger
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
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_cash('deposit');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_deposit
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_guard_cash('deposit');
CREATE TRIGGER by_steps BEFORE UPDATE ON public.wallet_withdrawal
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_cash('withdrawal');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_withdrawal
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_guard_cash('withdrawal');

-- A request is in whole minor units, starts as requested, and has its first step at commit.
CREATE FUNCTION public.wallet_guard_new_cash() RETURNS trigger
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

-- True if a request is worth p_usd at the rate in effect, or at the one of a minute ago: a newer rate
-- may arrive, or that one may be recalled, while a request is on its way.
CREATE FUNCTION public.wallet_is_worth(
    p_currency text, p_rate numeric, p_units bigint, p_usd bigint
) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT abs(p_units * p_rate - p_usd) <= 0.5 AND CASE
    WHEN EXISTS (SELECT FROM wallet_currency WHERE code = p_currency AND is_base) THEN p_rate = 1
    ELSE EXISTS (
        SELECT FROM wallet_rate r JOIN wallet_rate_decision d ON d.proposal_id = r.id
        WHERE r.currency_id = p_currency AND r.rate = p_rate AND d.approved
          AND NOT EXISTS (
              SELECT FROM wallet_rate_recall asked
                     JOIN wallet_rate_recall_decision word ON word.proposal_id = asked.id
              WHERE asked.rate_id = r.id AND word.approved
                AND word.decided_at < clock_timestamp() - interval '1 minute')
          AND NOT EXISTS (
              SELECT FROM wallet_rate r2 JOIN wallet_rate_decision d2 ON d2.proposal_id = r2.id
              WHERE r2.currency_id = p_currency AND wallet_is_rate_usable(r2.id)
                AND (r2.as_of, r2.id) > (r.as_of, r.id)
                AND d2.decided_at < clock_timestamp() - interval '1 minute')) END
$$;

-- Above the limit a second person decides. The player's sum of 24 hours counts, whoever recorded it,
-- so many small requests are one large one; for deposits, those recorded at the desk.
-- The player's row is locked, so that concurrent requests see each other.
CREATE FUNCTION public.wallet_route_cash() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_day numeric;
    v_limit bigint;
BEGIN
    new.created_at := clock_timestamp();
    IF NOT wallet_is_worth(new.currency_id, new.rate, new.units, new.amount_usd) THEN
        RAISE EXCEPTION '% of % % is not worth %', tg_table_name, new.units, new.currency_id,
            new.amount_usd USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.needs_second OR tg_table_name = 'wallet_deposit' AND new.provider <> 'manual' THEN
        RETURN new;
    END IF;
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;
    EXECUTE format(
        'SELECT coalesce(sum(amount_usd), 0) FROM public.%I WHERE player_id = $1'
        ' AND created_at > $2 AND state NOT IN (''refused'', ''failed'', ''expired'')'
        ' AND (provider = ''manual'' OR $3)', tg_table_name)
    INTO v_day
    USING new.player_id, new.created_at - interval '24 hours', tg_table_name = 'wallet_withdrawal';
    SELECT l.amount INTO v_limit
    FROM limits_cashlimit l JOIN limits_cashlimitdecision d ON d.proposal_id = l.id
    WHERE l.kind = tg_argv[0] AND d.approved ORDER BY l.id DESC LIMIT 1;
    IF v_day + new.amount_usd > v_limit THEN
        RAISE EXCEPTION '% of player % needs a second person', tg_table_name, new.player_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER judged BEFORE INSERT ON public.wallet_deposit
FOR EACH ROW EXECUTE FUNCTION public.wallet_route_cash('deposit_second');
CREATE TRIGGER judged BEFORE INSERT ON public.wallet_withdrawal
FOR EACH ROW EXECUTE FUNCTION public.wallet_route_cash('withdrawal_second');
CREATE TRIGGER begins BEFORE INSERT ON public.wallet_deposit
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_new_cash('deposit');
CREATE TRIGGER begins BEFORE INSERT ON public.wallet_withdrawal
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_new_cash('withdrawal');
CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.wallet_deposit
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_new_cash('deposit');
CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.wallet_withdrawal
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_new_cash('withdrawal');

-- True if a transfer has this kind and moved exactly this amount, for this withdrawal (NULL: for none).
CREATE FUNCTION public.wallet_has_moved(
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

-- Admit a step of a deposit. A credited deposit is reversed together with its money.
CREATE FUNCTION public.wallet_guard_deposit_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_head wallet_deposit;
    v_last wallet_deposit_step;
    v_first wallet_deposit_step;
BEGIN
    PERFORM approvals_require_staff(new.acting_user_id);
    SELECT * INTO v_head FROM wallet_deposit WHERE id = new.deposit_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM wallet_deposit_step
    WHERE deposit_id = new.deposit_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of deposit % does not follow its last', new.n, new.deposit_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- staff reverse it, together with the transfer that credited it
    IF new.to_state = 'reversed' THEN
        IF new.acting_user_id IS NULL OR new.acting_user_id = v_head.player_id OR new.event_id IS NOT NULL
           OR NOT EXISTS (
               SELECT FROM wallet_deposit_step AS credited
                    JOIN wallet_reversal AS undone ON undone.original_id = credited.transfer_id
               WHERE credited.deposit_id = new.deposit_id AND credited.to_state = 'credited'
                 AND undone.transfer_id = new.transfer_id) THEN
            RAISE EXCEPTION 'transfer % does not reverse deposit %', new.transfer_id, new.deposit_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN new;
    END IF;
    IF (v_head.provider = 'manual') <> (new.acting_user_id IS NOT NULL AND new.event_id IS NULL)
       OR (v_head.provider <> 'manual' AND new.n > 1 AND new.to_state <> 'expired')
          <> (new.event_id IS NOT NULL)
       OR new.event_id IS NOT NULL AND NOT EXISTS (
           SELECT FROM wallet_provider_event
           WHERE id = new.event_id AND deposit_id = new.deposit_id AND provider = v_head.provider)
       OR v_head.provider = 'manual' AND new.to_state = 'expired'
       OR new.acting_user_id = v_head.player_id THEN
        RAISE EXCEPTION 'a step is taken by staff, or by an event of its provider, or by time'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.to_state = 'credited' THEN
        SELECT * INTO v_first FROM wallet_deposit_step WHERE deposit_id = new.deposit_id AND n = 1;
        IF v_head.needs_second AND new.acting_user_id = v_first.acting_user_id THEN
            RAISE EXCEPTION 'deposit % needs a second person', new.deposit_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT wallet_has_moved(new.transfer_id, 'deposit', v_head.player_id,
                            v_head.currency_id, v_head.units, NULL) THEN
            RAISE EXCEPTION 'transfer % is not the money of deposit %', new.transfer_id,
                new.deposit_id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN new;
END
$$;

-- Admit a step of a withdrawal. A charge-back holds withdrawals, and a bounced one can be held.
CREATE FUNCTION public.wallet_guard_withdrawal_step() RETURNS trigger
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
    -- the player takes the first step and no other; for a closed account, which can request nothing,
    -- staff take it, and then another person approves
    IF new.acting_user_id IS DISTINCT FROM v_head.player_id THEN
        PERFORM approvals_require_staff(new.acting_user_id);
    END IF;
    IF (new.n = 1) <> (new.acting_user_id IS NOT DISTINCT FROM v_head.player_id)
       AND NOT (new.n = 1 AND new.acting_user_id IS NOT NULL AND EXISTS (
           SELECT FROM wallet_closing WHERE player_id = v_head.player_id))
       OR new.to_state IN ('second', 'approved') AND EXISTS (
           SELECT FROM wallet_withdrawal_step
           WHERE withdrawal_id = new.withdrawal_id AND n = 1 AND acting_user_id = new.acting_user_id)
    THEN
        RAISE EXCEPTION 'a player requests, staff decide' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- a withdrawal sent to its provider ends by an event of that provider, and an event ends nothing else;
    -- if the provider stays silent, one person states that it did not pay and another one agrees
    IF new.from_state = 'sent' AND new.event_id IS NULL AND new.to_state <> 'doubted'
       OR new.from_state = 'doubted' AND new.event_id IS NULL AND (
           new.to_state = 'paid'
           OR new.to_state = 'bounced' AND new.acting_user_id = v_last.acting_user_id)
       OR new.to_state = 'sent' AND v_head.provider = 'manual'
       OR new.event_id IS NOT NULL AND NOT (
           -- a deposit of the player was charged back: withdrawals that are not with a provider are held
           new.to_state = 'held' AND EXISTS (
               SELECT FROM wallet_provider_event AS event
                    JOIN wallet_deposit AS deposit ON deposit.id = event.deposit_id
               WHERE event.id = new.event_id AND event.outcome = 'charged back'
                 AND deposit.player_id = v_head.player_id)
       ) AND (
           new.from_state NOT IN ('sent', 'doubted', 'bounced')
           AND (new.from_state, new.to_state) <> ('held', 'paid')
           OR new.to_state NOT IN ('paid', 'bounced')
           OR NOT EXISTS (
               SELECT FROM wallet_provider_event
               WHERE id = new.event_id AND withdrawal_id = new.withdrawal_id
                 AND provider = v_head.provider)) THEN
        RAISE EXCEPTION 'withdrawal % is not paid out so', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- a bounced withdrawal that was held returns to its earlier state, not through approvals; its provider may still report it as paid
    IF new.from_state = 'held' AND (
           new.to_state = 'requested' AND v_last.from_state = 'bounced'
           OR new.to_state IN ('bounced', 'paid') AND v_last.from_state <> 'bounced'
           OR new.to_state = 'paid' AND new.event_id IS NULL) THEN
        RAISE EXCEPTION 'withdrawal % was not held so', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
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
    IF v_kind IS NOT NULL AND NOT wallet_has_moved(
        new.transfer_id, v_kind, v_head.player_id, v_head.currency_id, v_head.units,
        v_head.reference) THEN
        RAISE EXCEPTION 'transfer % is not the money of withdrawal %', new.transfer_id,
            new.withdrawal_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.wallet_deposit_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_deposit_step();
CREATE TRIGGER follows BEFORE INSERT ON public.wallet_withdrawal_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_withdrawal_step();

-- Copy the last step's state to the deposit or withdrawal.
CREATE FUNCTION public.wallet_copy_cash_state() RETURNS trigger
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
FOR EACH ROW EXECUTE FUNCTION public.wallet_copy_cash_state();
CREATE TRIGGER shows AFTER INSERT ON public.wallet_withdrawal_step
FOR EACH ROW EXECUTE FUNCTION public.wallet_copy_cash_state();

-- A correction by hand. A reversal names its original: a deposit or a transfer made by hand, or an exchange.
CREATE FUNCTION public.wallet_guard_correction() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.kind = 'reverse' AND NOT EXISTS (
        SELECT FROM wallet_transfer
        WHERE id = new.original_id AND kind IN ('deposit', 'adjust', 'bonus', 'exchange')
          AND player_id = new.player_id AND currency_id = new.currency_id AND amount = new.units
    ) THEN
        RAISE EXCEPTION 'transfer % is not corrected so', new.original_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

-- A correction is approved with exactly the money it states.
CREATE FUNCTION public.wallet_guard_correction_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_asked wallet_correction;
BEGIN
    SELECT * INTO v_asked FROM wallet_correction WHERE id = new.proposal_id;
    IF new.approved AND NOT (CASE WHEN v_asked.kind = 'reverse' THEN EXISTS (
            SELECT FROM wallet_reversal
            WHERE original_id = v_asked.original_id AND transfer_id = new.transfer_id)
        ELSE wallet_has_moved(new.transfer_id, v_asked.kind, v_asked.player_id, v_asked.currency_id,
                          v_asked.units, NULL) END) THEN
        RAISE EXCEPTION 'transfer % is not the money of correction %', new.transfer_id,
            new.proposal_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

-- An account is closed by its player or by staff, once; at commit its state is closed and nothing is in
-- play. This is a constraint trigger, so that the state may be written after the row.
CREATE FUNCTION public.wallet_guard_closing() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_when = 'BEFORE' THEN
        new.at := clock_timestamp();
        IF new.acting_user_id <> new.player_id THEN
            PERFORM approvals_require_staff(new.acting_user_id);
        END IF;
    ELSIF NOT EXISTS (SELECT FROM accounts_user
                      WHERE id = new.player_id AND state = 'closed' AND NOT is_staff)
       OR EXISTS (SELECT FROM wallet_open_stake WHERE player_id = new.player_id) THEN
        RAISE EXCEPTION 'account % is not closed, or has a round in play', new.player_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_whom BEFORE INSERT ON public.wallet_closing
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_closing();
CREATE CONSTRAINT TRIGGER closed AFTER INSERT ON public.wallet_closing
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_closing();

CREATE TRIGGER proposed BEFORE INSERT ON public.wallet_correction
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_correction();
CREATE TRIGGER moved BEFORE INSERT ON public.wallet_correction_decision
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_correction_decision();

-- The app `limits` lies below the wallet and knows currencies by their codes.
ALTER TABLE public.limits_cashlimit ADD CONSTRAINT cash_limit_of_currency
FOREIGN KEY (currency) REFERENCES public.wallet_currency (code);

-- The initial limits of a currency are in its row; those of all of a player's money together are in the base currency.
CREATE FUNCTION public.wallet_first_cash_limits() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH first AS (
        INSERT INTO limits_cashlimit (kind, currency, amount, reason)
        SELECT kind, code, amount, 'first values of the house'
        FROM made, LATERAL (VALUES
            ('deposit_least', deposit_least), ('deposit_most', deposit_most),
            ('withdrawal_least', withdrawal_least), ('withdrawal_most', withdrawal_most),
            ('deposit_day', CASE WHEN is_base THEN 200000000 END),
            ('withdrawal_day', CASE WHEN is_base THEN 200000000 END),
            ('deposit_second', CASE WHEN is_base THEN 10000000 END),
            ('withdrawal_second', CASE WHEN is_base THEN 10000000 END)) AS one (kind, amount)
        WHERE amount IS NOT NULL
        RETURNING id
    )
    INSERT INTO limits_cashlimitdecision (proposal_id, approved) SELECT id, true FROM first;
    RETURN NULL;
END
$$;

CREATE TRIGGER first_cash_limits AFTER INSERT ON public.wallet_currency REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_first_cash_limits();

-- Staff review a player's refused deposits, now, and never their own.
CREATE FUNCTION public.wallet_guard_deposit_review() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.at := clock_timestamp();
    PERFORM approvals_require_staff(new.acting_user_id);
    IF new.acting_user_id IS NULL OR new.acting_user_id = new.player_id THEN
        RAISE EXCEPTION 'refused deposits are looked at by staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_whom BEFORE INSERT ON public.wallet_deposit_review
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_deposit_review();

REVOKE ALL ON FUNCTION
    public.wallet_guard_cash(), public.wallet_guard_new_cash(), public.wallet_route_cash(),
    public.wallet_is_worth(text, numeric, bigint, bigint),
    public.wallet_has_moved(bigint, text, bigint, text, bigint, uuid),
    public.wallet_guard_deposit_step(), public.wallet_guard_withdrawal_step(),
    public.wallet_copy_cash_state(), public.wallet_first_cash_limits(),
    public.wallet_guard_closing(), public.wallet_guard_correction(), public.wallet_guard_correction_decision(),
    public.wallet_guard_deposit_review()
FROM PUBLIC;
