-- Restrictions that the exclusion register caused: they end when the player is no longer listed, and staff cannot lift them.

-- Whether the exclusion register in force lists one of the player's present document numbers.
CREATE FUNCTION public.accounts_is_listed(p_player bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM accounts_registernumber AS own
        JOIN accounts_identitynumber AS number ON number.id = own.number_id AND number.withdrawn_at IS NULL
        JOIN accounts_registerentry AS entry ON entry.country = own.country AND entry.digest = own.digest
        WHERE own.player_id = p_player AND entry.load_id = (
            SELECT id FROM accounts_listload WHERE kind = 'register' AND in_force_at IS NOT NULL ORDER BY serial DESC LIMIT 1))
$$;

-- As before, without restrictions whose listing has ended.
CREATE OR REPLACE FUNCTION public.accounts_restriction_strength(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce(max(accounts_state_strength(kind)), 0) FROM accounts_restriction AS one
    WHERE player_id = p_player AND (until IS NULL OR until > clock_timestamp()) AND NOT EXISTS (
        SELECT FROM accounts_lifting AS lifting
        JOIN accounts_liftingdecision AS decision ON decision.proposal_id = lifting.id
        WHERE lifting.restriction_id = one.id AND decision.approved)
    AND NOT EXISTS (SELECT FROM accounts_registerremoval WHERE listing_id = one.id)
$$;

-- Lifting a restriction needs a proposal; a self-exclusion or a listing is not lifted.
CREATE OR REPLACE FUNCTION public.accounts_guard_lifting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM accounts_restriction WHERE id = new.restriction_id AND kind = 'self_excluded') THEN
        RAISE EXCEPTION 'a self-exclusion is not lifted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_registerlisting WHERE restriction_id = new.restriction_id) THEN
        RAISE EXCEPTION 'an exclusion by the register is not lifted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

-- A listing is of an exclusion that the system imposed. It does not end while the register lists the player.
CREATE FUNCTION public.accounts_guard_listing() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.at := clock_timestamp();
    IF tg_table_name = 'accounts_registerlisting' THEN
        IF NOT EXISTS (SELECT FROM accounts_restriction WHERE id = new.restriction_id
                       AND kind = 'operator_excluded' AND imposed_by_id IS NULL AND until IS NULL) THEN
            RAISE EXCEPTION 'a listing is of an exclusion by the system' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF (SELECT accounts_is_listed(player_id) FROM accounts_restriction WHERE id = new.listing_id) THEN
        RAISE EXCEPTION 'the register in force lists the player' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER caused BEFORE INSERT ON public.accounts_registerlisting
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_listing();
CREATE TRIGGER removed BEFORE INSERT ON public.accounts_registerremoval
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_listing();

-- A load comes into force or is refused once, and changes in nothing else.
CREATE FUNCTION public.accounts_guard_list_load() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.in_force_at IS NOT NULL OR old.refused <> ''
       OR (to_jsonb(new) - 'in_force_at' - 'refused') IS DISTINCT FROM (to_jsonb(old) - 'in_force_at' - 'refused') THEN
        RAISE EXCEPTION 'a load of a list is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER once BEFORE UPDATE OR DELETE ON public.accounts_listload
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_list_load();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON public.accounts_listload
FOR EACH STATEMENT EXECUTE FUNCTION public.journal_refuse_change();

REVOKE ALL ON FUNCTION
    public.accounts_is_listed(bigint),
    public.accounts_guard_listing(),
    public.accounts_guard_list_load()
FROM PUBLIC;
