-- What is written about webhooks for good: whose an endpoint is, its keys, and who listed a network.

-- The first argument has the columns that may change, the second those of them that change once, from null, and may come earlier.
CREATE FUNCTION public.api_guard_webhook_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_free constant text[] := string_to_array(tg_argv[0], ',');
    v_once constant text[] := string_to_array(tg_argv[1], ',');
    v_name text;
BEGIN
    IF tg_op <> 'UPDATE' OR to_jsonb(new) - (v_free || v_once) <> to_jsonb(old) - (v_free || v_once) THEN
        RAISE EXCEPTION 'rows of % are kept', tg_table_name USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOREACH v_name IN ARRAY v_once LOOP
        IF to_jsonb(old) -> v_name <> 'null'
           AND (to_jsonb(new) -> v_name = 'null' OR (to_jsonb(new) ->> v_name) > (to_jsonb(old) ->> v_name)) THEN
            RAISE EXCEPTION '% of % is written once', v_name, tg_table_name USING ERRCODE = 'insufficient_privilege';
        END IF;
    END LOOP;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.api_webhookendpoint FOR EACH ROW
EXECUTE FUNCTION public.api_guard_webhook_row('name,url,types,off,position_xact,position_id,failing_since', '');
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.api_webhooksecret FOR EACH ROW
EXECUTE FUNCTION public.api_guard_webhook_row('', 'expires_at');
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.api_webhooknetwork FOR EACH ROW
EXECUTE FUNCTION public.api_guard_webhook_row('', 'ended_at,ended_by_id');

REVOKE ALL ON FUNCTION public.api_guard_webhook_row() FROM PUBLIC;
