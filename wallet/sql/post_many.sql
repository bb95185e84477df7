-- post_many(): several transfers of players at a table, in one call: stakes, settlements, refunds.
-- Each is made by post() with its own idempotency key; all of them, or none, with the caller's
-- transaction. Results are in the order of the requests.
-- Locks do not depend on that order: transfers are made by player, then currency, then round, each
-- ascending, so calls with the same players and accounts never deadlock. Those of one round keep
-- the order of the requests. Two transactions that move money of the same round of a player are
-- serialised by the lock of its place, as with several calls of post(). An exchange would lock a
-- second account in its own order: other kinds are refused.
-- Errors are those of post(); their HINT is the number of the refused request, from 1.
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
    -- Raise the same error with the number of its request: one savepoint for the whole call.
    GET STACKED DIAGNOSTICS v_state = RETURNED_SQLSTATE, v_message = MESSAGE_TEXT,
        v_detail = PG_EXCEPTION_DETAIL, v_constraint = CONSTRAINT_NAME, v_table = TABLE_NAME,
        v_schema = SCHEMA_NAME;
    RAISE EXCEPTION USING ERRCODE = v_state, MESSAGE = v_message, DETAIL = v_detail,
        HINT = coalesce(v_request.number::text, ''), CONSTRAINT = v_constraint, TABLE = v_table,
        SCHEMA = v_schema;
END
$$;

REVOKE ALL ON FUNCTION public.post_many(jsonb) FROM PUBLIC;
