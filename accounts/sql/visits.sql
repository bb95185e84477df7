-- A visit is open until it has ended; its player, start and origin never change.
CREATE FUNCTION public.accounts_guard_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op = 'DELETE' AND old.ended_at <= clock_timestamp() - interval '90 days' AND EXISTS (
        SELECT FROM accounts_visit AS newer WHERE newer.player_id = old.player_id AND newer.begun_at > old.begun_at) THEN
        RETURN old;
    END IF;
    IF tg_op <> 'UPDATE' OR old.ended_at IS NOT NULL OR new.seen_at < old.seen_at
       OR (new.session_key <> old.session_key)
       OR to_jsonb(new) - '{seen_at,ended_at,ended,session_key}'::text[]
          <> to_jsonb(old) - '{seen_at,ended_at,ended,session_key}'::text[] THEN
        RAISE EXCEPTION 'a visit is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.accounts_visit
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_visit();

-- Delete visits that ended more than p_days ago, at most p_most, but never a player's newest: their addresses are personal data.
-- Nothing else deletes visits. The minimum is 90 days: time limits look back 30 days, and account protection looks at last month.
CREATE FUNCTION public.accounts_delete_old_visits(p_days integer, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_forgotten integer;
BEGIN
    IF p_days IS NULL OR p_days < 90 OR p_most IS NULL OR p_most NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION 'visits are kept for 90 days at least' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    DELETE FROM accounts_visit WHERE id IN (
        SELECT id FROM accounts_visit AS one
        WHERE ended_at <= clock_timestamp() - p_days * interval '1 day' AND EXISTS (
            SELECT FROM accounts_visit AS newer WHERE newer.player_id = one.player_id AND newer.begun_at > one.begun_at)
        ORDER BY ended_at LIMIT p_most FOR UPDATE SKIP LOCKED);
    GET DIAGNOSTICS v_forgotten = ROW_COUNT;
    RETURN v_forgotten;
END
$$;

REVOKE ALL ON FUNCTION
    public.accounts_guard_visit(),
    public.accounts_delete_old_visits(integer, integer)
FROM PUBLIC;
