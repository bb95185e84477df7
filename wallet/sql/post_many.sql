-- post_many(): several transfers of players at a table, in one call: stakes, settlements, refunds.
-- Each is made by post(), with its own key, so each is idempotent; all of them, or none, with the
-- caller's transaction. Answers come in the order asked.
-- The order asked does not matter to locks: transfers are made by player, then currency, then round,
-- each ascending, so calls with the same players and accounts never wait in a circle. Those of one
-- round stay in the order asked. Two transactions that move money of the same round of a player are
-- kept apart by the lock of its place, as with several calls of post(). An exchange would take a
-- second account in an order of its own: other kinds are refused.
-- A refusal is the one of post(), and its HINT is the number of the request refused, from 1.
CREATE FUNCTION public.post_many(p_requests jsonb) RETURNS SETOF public.wallet_posting
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
        IF (v_request.kind IN ('bet', 'settle', 'refund')) IS NOT TRUE THEN
            RAISE EXCEPTION 'a call of several transfers makes no %', v_request.kind
                USING ERRCODE = 'LW002';
        END IF;
        v_answers[v_request.number] := post(
            v_request.key, v_request.kind, v_request.player, v_request.currency, v_request.amount,
            v_request.received, NULL, v_request.round, NULL, NULL, v_request.details);
    END LOOP;
    RETURN QUERY SELECT * FROM unnest(v_answers);
EXCEPTION WHEN OTHERS THEN
    -- The same error, told whose it is: one savepoint for the whole call.
    GET STACKED DIAGNOSTICS v_state = RETURNED_SQLSTATE, v_message = MESSAGE_TEXT,
        v_detail = PG_EXCEPTION_DETAIL, v_constraint = CONSTRAINT_NAME, v_table = TABLE_NAME,
        v_schema = SCHEMA_NAME;
    RAISE EXCEPTION USING ERRCODE = v_state, MESSAGE = v_message, DETAIL = v_detail,
        HINT = coalesce(v_request.number::text, ''), CONSTRAINT = v_constraint, TABLE = v_table,
        SCHEMA = v_schema;
END
$$;

REVOKE ALL ON FUNCTION public.post_many(jsonb) FROM PUBLIC;
