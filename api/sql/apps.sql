-- A registered app only ends; it takes real money once two people have allowed it, until one stops it.
CREATE FUNCTION public.api_guard_app() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_changes constant text[] := '{real_money,revoked_at,revoked_by_id}';
BEGIN
    IF tg_op = 'INSERT' THEN
        IF new.real_money OR new.revoked_at IS NOT NULL
           OR NOT (SELECT is_staff FROM accounts_user WHERE id = new.made_by_id) THEN
            RAISE EXCEPTION 'a new app is registered by staff, valid, and without real money'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN new;
    END IF;
    IF tg_op <> 'UPDATE' OR to_jsonb(new) - v_changes <> to_jsonb(old) - v_changes OR old.revoked_at IS NOT NULL THEN
        RAISE EXCEPTION 'a registered app is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF new.real_money AND NOT old.real_money AND pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'real money needs the approval of another person' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE INSERT OR UPDATE OR DELETE ON public.api_registeredapp
FOR EACH ROW EXECUTE FUNCTION public.api_guard_app();

CREATE FUNCTION public.api_allow_real_money() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE api_registeredapp SET real_money = true
    WHERE id = (SELECT app_id FROM api_realmoneyproposal WHERE id = new.proposal_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER allowed AFTER INSERT ON public.api_realmoneydecision
FOR EACH ROW WHEN (new.approved) EXECUTE FUNCTION public.api_allow_real_money();

-- A connection ends once, for good; until then the player may grant other scopes.
CREATE FUNCTION public.api_guard_connection() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.revoked_at IS NOT NULL
       OR (new.id, new.app_id, new.player_id) IS DISTINCT FROM (old.id, old.app_id, old.player_id) THEN
        RAISE EXCEPTION 'a connection that has ended is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.api_appconnection
FOR EACH ROW EXECUTE FUNCTION public.api_guard_connection();

REVOKE ALL ON FUNCTION public.api_guard_app(), public.api_allow_real_money(), public.api_guard_connection() FROM PUBLIC;
