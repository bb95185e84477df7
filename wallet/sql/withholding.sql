-- Tax on winnings: withheld from a player after the settlement of a round (`withhold`), given back by a negative amount, and
-- paid to the authority (`remit`, one transfer for each player it was withheld from). The other functions are as before, with
-- the two kinds.

SELECT set_config('ligalo.acting_user', '0', true); -- the release itself: no alarm
INSERT INTO public.wallet_house_kind (code, takes_play_money) VALUES ('tax', false);
SELECT set_config('ligalo.acting_user', '', true);

CREATE TRIGGER by_transfer BEFORE INSERT ON public.wallet_withheld_tax
FOR EACH STATEMENT WHEN (NOT pg_trigger_depth()::boolean) EXECUTE FUNCTION public.wallet_refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON public.wallet_withheld_tax
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_change();

DO $$
DECLARE
    v_table text;
BEGIN
    FOREACH v_table IN ARRAY ARRAY['wallet_tax_payment', 'wallet_tax_payment_decision'] LOOP
        EXECUTE format('CREATE TRIGGER stamped BEFORE INSERT ON public.%I'
                       ' FOR EACH ROW EXECUTE FUNCTION public.wallet_set_transaction()', v_table);
        EXECUTE format('CREATE INDEX %I ON public.%I (xact)', v_table || '_xact', v_table);
    END LOOP;
END
$$;

-- Note a tax that was withheld, given back or paid. Only a settled round has one.
CREATE FUNCTION public.wallet_note_tax(p_transfer public.wallet_transfer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_transfer.kind = 'withhold' THEN
        PERFORM wallet_require_settled(p_transfer);
    END IF;
    INSERT INTO wallet_withheld_tax (transfer_id, player_id, currency_id, amount, at)
    VALUES (p_transfer.id, p_transfer.player_id, p_transfer.currency_id,
            CASE p_transfer.kind WHEN 'remit' THEN -1 ELSE 1 END * p_transfer.amount, p_transfer.created_at);
END
$$;

-- Amounts of a transfer other than a plain stake or settlement: `player` to the player, `rest` to the
-- house account `rest_place`, both out of `place` (kinds of house account), and `stake` more held by
-- the round. An exchange moves two currencies: it is written here, and nothing is left to move.
CREATE OR REPLACE FUNCTION public.wallet_plan_transfer(
    p_transfer public.wallet_transfer,
    OUT place text, OUT player bigint, OUT rest_place text, OUT rest bigint, OUT stake bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_back boolean := p_transfer.kind = 'reverse';
    v_sign integer := CASE WHEN p_transfer.kind = 'reverse' THEN -1 ELSE 1 END;
    v_kind text := p_transfer.kind;
    v_amount bigint := p_transfer.amount;
    v_play_money boolean := (SELECT is_play_money FROM wallet_currency WHERE code = p_transfer.currency_id);
BEGIN
    IF p_transfer.xact <> pg_current_xact_id() THEN
        RAISE EXCEPTION 'transfer % claims another transaction', p_transfer.id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF v_back THEN
        v_kind := wallet_reversed_kind(p_transfer);
    END IF;
    IF v_back AND v_kind IN ('redeem', 'advance', 'repay', 'withhold', 'remit') THEN
        RAISE EXCEPTION 'a % is not undone by a reversal', v_kind USING ERRCODE = 'LW008';
    END IF;
    player := v_amount;
    rest := 0;
    stake := 0;
    CASE v_kind
        WHEN 'bet' THEN place := 'in_play'; player := -v_amount; stake := v_amount;
        WHEN 'settle' THEN place := 'in_play'; player := p_transfer.received; stake := -v_amount;
            rest_place := 'game_result'; rest := v_amount - player;
        WHEN 'refund' THEN place := 'in_play'; stake := -v_amount;
        WHEN 'deposit' THEN place := 'bank';
        WHEN 'exchange' THEN place := 'fx';
        WHEN 'bonus' THEN place := 'bonus';
        WHEN 'adjust' THEN place := 'adjustment';
        WHEN 'withdraw' THEN place := 'withdrawal_pending'; player := -v_amount;
        WHEN 'cancel_withdrawal' THEN place := 'withdrawal_pending';
        WHEN 'pay_out' THEN place := 'withdrawal_pending'; player := 0; rest_place := 'bank'; rest := v_amount;
        WHEN 'void' THEN place := 'game_result';
        WHEN 'owe' THEN place := 'receivable'; player := 0; rest_place := 'game_result'; rest := v_amount;
        WHEN 'collect' THEN place := 'receivable'; player := -v_amount;
        WHEN 'repay' THEN place := 'receivable'; player := -v_amount;
        WHEN 'advance' THEN place := 'receivable';
        WHEN 'suspend' THEN place := 'game_result'; player := 0; rest_place := 'suspense'; rest := v_amount;
        WHEN 'redeem' THEN place := 'loyalty';
        WHEN 'withhold' THEN place := 'tax'; player := -v_amount;
        WHEN 'remit' THEN place := 'tax'; player := 0; rest_place := 'bank'; rest := v_amount;
        ELSE RAISE EXCEPTION 'no transfer is of kind %', v_kind USING ERRCODE = 'LW006';
    END CASE;
    IF ((v_amount > 0 OR v_kind IN ('adjust', 'void', 'withhold', 'remit') AND v_amount <> 0)
        AND (place IN ('in_play', 'game_result', 'receivable') OR v_kind = 'withhold')
            = (p_transfer.round_id IS NOT NULL)
        AND (place = 'withdrawal_pending') = (p_transfer.withdrawal_id IS NOT NULL)
        AND (place = 'fx') = (p_transfer.received_currency_id IS NOT NULL)
        AND (v_kind IN ('exchange', 'settle')) = (p_transfer.received IS NOT NULL)
        AND (v_play_money IS NOT TRUE
             OR (SELECT takes_play_money FROM wallet_house_kind WHERE code = place))) IS NOT TRUE THEN
        RAISE EXCEPTION 'a % does not move money so', v_kind USING ERRCODE = 'LW002';
    END IF;
    IF v_play_money IS NULL THEN
        PERFORM wallet_require_currency(p_transfer.currency_id);
    END IF;
    IF v_kind = 'settle' AND player < 0 AND NOT v_play_money THEN
        RAISE EXCEPTION 'a round takes its loss at settlement in play money only' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_transfer_loss_in_play_money';
    ELSIF place IN ('game_result', 'receivable') THEN
        PERFORM wallet_require_settled(p_transfer);
    ELSIF place = 'tax' THEN
        PERFORM wallet_note_tax(p_transfer);
    ELSIF place = 'withdrawal_pending' THEN
        PERFORM wallet_hold_withdrawal(p_transfer);
    ELSIF place = 'fx' THEN
        PERFORM wallet_exchange(p_transfer, v_sign);
        player := 0;
    END IF;
    player := v_sign * player;
    rest := v_sign * rest;
    stake := v_sign * stake;
END
$$;

CREATE OR REPLACE FUNCTION public.post_many(p_requests jsonb) RETURNS SETOF public.wallet_posting
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_request record;
    v_answers wallet_posting[] :=
        array_fill(NULL::wallet_posting, ARRAY[jsonb_array_length(p_requests)]);
    v_state text;
    v_message text;
    v_detail text;
    v_constraint text;
    v_table text;
    v_schema text;
BEGIN
    FOR v_request IN
        SELECT * FROM ROWS FROM (jsonb_to_recordset(p_requests) AS (
            key uuid, kind text, player bigint, currency text, amount bigint, received bigint,
            round uuid, details jsonb
        )) WITH ORDINALITY AS request
            (key, kind, player, currency, amount, received, round, details, number)
        ORDER BY player, currency COLLATE "C", round, number
    LOOP
        IF (v_request.kind IN ('bet', 'settle', 'refund', 'withhold', 'remit')) IS NOT TRUE THEN
            RAISE EXCEPTION 'a call of several transfers makes no %', v_request.kind
                USING ERRCODE = 'LW002';
        END IF;
        v_answers[v_request.number] := post(
            v_request.key, v_request.kind, v_request.player, v_request.currency, v_request.amount,
            v_request.received, NULL, v_request.round, NULL, NULL, v_request.details);
    END LOOP;
    RETURN QUERY SELECT * FROM unnest(v_answers);
EXCEPTION WHEN OTHERS THEN
    -- Raise the same error with the number of its request: one savepoint for the whole call.
    GET STACKED DIAGNOSTICS v_state = RETURNED_SQLSTATE, v_message = MESSAGE_TEXT,
        v_detail = PG_EXCEPTION_DETAIL, v_constraint = CONSTRAINT_NAME, v_table = TABLE_NAME,
        v_schema = SCHEMA_NAME;
    RAISE EXCEPTION USING ERRCODE = v_state, MESSAGE = v_message, DETAIL = v_detail,
        HINT = coalesce(v_request.number::text, ''), CONSTRAINT = v_constraint, TABLE = v_table,
        SCHEMA = v_schema;
END
$$;

-- The records of money that are sealed, now with payments of taxes.
CREATE OR REPLACE FUNCTION public.wallet_sealed_records(p_from xid8, p_to xid8)
RETURNS TABLE (xact xid8, name text, content jsonb)
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
    SELECT r.xact, 'accepted finding ' || r.id, to_jsonb(r)
    FROM wallet_acceptance AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on accepted finding ' || r.proposal_id, to_jsonb(r)
    FROM wallet_acceptance_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'limit ' || r.id, to_jsonb(r)
    FROM limits_cashlimit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on limit ' || r.proposal_id, to_jsonb(r)
    FROM limits_cashlimitdecision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'closing ' || r.id, to_jsonb(r)
    FROM wallet_closing AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'correction ' || r.id, to_jsonb(r)
    FROM wallet_correction AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on correction ' || r.proposal_id, to_jsonb(r)
    FROM wallet_correction_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'deposit ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_deposit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'review of refused deposits ' || r.id, to_jsonb(r)
    FROM wallet_deposit_review AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a deposit ' || r.id, to_jsonb(r)
    FROM wallet_deposit_step AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check begun ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check_begun AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'event of a provider ' || r.id, to_jsonb(r)
    FROM wallet_provider_event AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'rate ' || r.id, to_jsonb(r)
    FROM wallet_rate AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'recall of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_recall AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on recall of a rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_recall_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'age of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_max_age AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on age of a rate ' || r.proposal_id, to_jsonb(r)
    FROM wallet_rate_max_age_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'spread ' || r.id, to_jsonb(r)
    FROM wallet_spread AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on spread ' || r.proposal_id, to_jsonb(r)
    FROM wallet_spread_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'withdrawal ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_withdrawal AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a withdrawal ' || r.id, to_jsonb(r)
    FROM wallet_withdrawal_step AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'archived month ' || r.id, to_jsonb(r)
    FROM wallet_archived_month AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'detachment ' || r.id, to_jsonb(r)
    FROM wallet_detachment AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on detachment ' || r.proposal_id, to_jsonb(r)
    FROM wallet_detachment_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'payment of taxes ' || r.id, to_jsonb(r)
    FROM wallet_tax_payment AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on payment of taxes ' || r.proposal_id, to_jsonb(r)
    FROM wallet_tax_payment_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
$$;

REVOKE ALL ON FUNCTION public.wallet_note_tax(public.wallet_transfer) FROM PUBLIC;
