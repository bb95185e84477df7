-- Disputes: complaints of players, with numbered replies of player and staff. Append-only.

-- A player opens a dispute, now, about no other player's round.
CREATE FUNCTION public.compliance_guard_new_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.at := clock_timestamp();
    IF new.state <> 'open'
       OR EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND is_staff)
       OR new.round_id IS NOT NULL AND NOT EXISTS (
           SELECT FROM casino_round WHERE id = new.round_id AND player_id = new.player_id) THEN
        RAISE EXCEPTION 'a dispute is opened by a player, about their own round or none'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER opens BEFORE INSERT ON public.compliance_dispute
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_new_dispute();

-- State of a dispute after its last reply. Only a reply of the house that reopens a closed dispute continues it.
CREATE FUNCTION public.compliance_find_dispute_state(p_dispute bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce((
        SELECT CASE WHEN outcome <> '' THEN 'closed' WHEN reopens THEN 'open' WHEN from_house THEN 'answered' ELSE 'open' END
        FROM compliance_disputereply WHERE dispute_id = p_dispute ORDER BY n DESC LIMIT 1), 'open')
$$;

-- The only change of a dispute is that of its state, to the one its last reply implies.
CREATE FUNCTION public.compliance_guard_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF to_jsonb(new) - 'state' IS DISTINCT FROM to_jsonb(old) - 'state'
       OR new.state <> compliance_find_dispute_state(new.id) THEN
        RAISE EXCEPTION 'dispute % changes by its replies only', old.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_replies BEFORE UPDATE ON public.compliance_dispute
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_dispute();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.compliance_dispute
FOR EACH STATEMENT EXECUTE FUNCTION public.compliance_guard_dispute();

-- A reply is the next of its dispute, now: by the player of the dispute, or by staff for the house. In a closed dispute only a reply
-- that reopens it is allowed, and in an open one no such reply.
CREATE FUNCTION public.compliance_guard_reply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_dispute compliance_dispute;
BEGIN
    new.at := clock_timestamp();
    SELECT * INTO v_dispute FROM compliance_dispute WHERE id = new.dispute_id FOR NO KEY UPDATE;
    IF new.from_house THEN
        PERFORM approvals_require_staff(new.acting_user_id);
    ELSIF new.acting_user_id <> v_dispute.player_id THEN
        RAISE EXCEPTION 'a dispute is between its player and the house'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (compliance_find_dispute_state(new.dispute_id) = 'closed') <> new.reopens OR new.n <> 1 + (
        SELECT count(*) FROM compliance_disputereply WHERE dispute_id = new.dispute_id) THEN
        RAISE EXCEPTION 'reply % does not follow in dispute %', new.n, new.dispute_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.compliance_disputereply
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_reply();

-- At commit, the dispute's state is the one its last reply implies.
CREATE FUNCTION public.compliance_check_dispute_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (SELECT state FROM compliance_dispute WHERE id = new.dispute_id) <> compliance_find_dispute_state(new.dispute_id) THEN
        RAISE EXCEPTION 'the state of dispute % does not show its last reply', new.dispute_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER shown AFTER INSERT ON public.compliance_disputereply
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_check_dispute_state();

REVOKE ALL ON FUNCTION
    public.compliance_guard_new_dispute(), public.compliance_guard_dispute(), public.compliance_guard_reply(),
    public.compliance_check_dispute_state(), public.compliance_find_dispute_state(bigint)
FROM PUBLIC;
