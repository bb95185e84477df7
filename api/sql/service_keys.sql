-- A service key only ends earlier: its scopes, networks and people never change. Its last use is noted.
CREATE FUNCTION public.api_guard_service_key() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_noted constant text[] := '{last_used_at,last_used_from}';
    v_ends constant text[] := '{expires_at,revoked_at,revoked_by_id}';
BEGIN
    IF tg_op = 'INSERT' THEN
        IF new.revoked_at IS NOT NULL OR new.last_used_at IS NOT NULL OR new.expires_at <= new.made_at
           OR (SELECT count(*) FROM accounts_user WHERE id IN (new.owner_id, new.made_by_id) AND is_staff) <> 2 THEN
            RAISE EXCEPTION 'a new service key is unused, valid, and of two people of staff'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN new;
    END IF;
    IF tg_op <> 'UPDATE' OR new.expires_at > old.expires_at
       OR to_jsonb(new) - (v_noted || v_ends) <> to_jsonb(old) - (v_noted || v_ends)
       OR (old.revoked_at IS NOT NULL AND to_jsonb(new) - v_noted <> to_jsonb(old) - v_noted) THEN
        RAISE EXCEPTION 'a service key is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE INSERT OR UPDATE OR DELETE ON public.api_servicekey
FOR EACH ROW EXECUTE FUNCTION public.api_guard_service_key();

REVOKE ALL ON FUNCTION public.api_guard_service_key() FROM PUBLIC;
