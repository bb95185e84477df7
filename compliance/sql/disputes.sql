-- Disputes: a player's own words, answered by staff in order; nothing is written over.

-- A dispute is a player's, begins now and open, and is about nobody else's round.
CREATE FUNCTION public.compliance_open_dispute() RETURNS trigger
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
FOR EACH ROW EXECUTE FUNCTION public.compliance_open_dispute();

-- What a dispute is after its last reply. What was closed goes on by a reply of the house that reopens it, and by nothing else.
CREATE FUNCTION public.compliance_dispute_is(p_dispute bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce((
        SELECT CASE WHEN outcome <> '' THEN 'closed' WHEN reopens THEN 'open' WHEN from_house THEN 'answered' ELSE 'open' END
        FROM compliance_disputereply WHERE dispute_id = p_dispute ORDER BY n DESC LIMIT 1), 'open')
$$;

-- The only change of a dispute is that of its state, to what its last reply says.
CREATE FUNCTION public.compliance_keep_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF to_jsonb(new) - 'state' IS DISTINCT FROM to_jsonb(old) - 'state'
       OR new.state <> compliance_dispute_is(new.id) THEN
        RAISE EXCEPTION 'dispute % changes by its replies only', old.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_replies BEFORE UPDATE ON public.compliance_dispute
FOR EACH ROW EXECUTE FUNCTION public.compliance_keep_dispute();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.compliance_dispute
FOR EACH STATEMENT EXECUTE FUNCTION public.compliance_keep_dispute();

-- A reply is the next one of a dispute, now: by its player, or by staff for the house. Only one that reopens follows in a closed
-- dispute, and nowhere else.
CREATE FUNCTION public.compliance_reply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_dispute compliance_dispute;
BEGIN
    new.at := clock_timestamp();
    SELECT * INTO v_dispute FROM compliance_dispute WHERE id = new.dispute_id FOR NO KEY UPDATE;
    IF new.from_house THEN
        PERFORM approvals_see_staff(new.by_id);
    ELSIF new.by_id <> v_dispute.player_id THEN
        RAISE EXCEPTION 'a dispute is between its player and the house'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (compliance_dispute_is(new.dispute_id) = 'closed') <> new.reopens OR new.n <> 1 + (
        SELECT count(*) FROM compliance_disputereply WHERE dispute_id = new.dispute_id) THEN
        RAISE EXCEPTION 'reply % does not follow in dispute %', new.n, new.dispute_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.compliance_disputereply
FOR EACH ROW EXECUTE FUNCTION public.compliance_reply();

-- When it commits, the dispute shows it.
CREATE FUNCTION public.compliance_show_reply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (SELECT state FROM compliance_dispute WHERE id = new.dispute_id) <> compliance_dispute_is(new.dispute_id) THEN
        RAISE EXCEPTION 'the state of dispute % does not show its last reply', new.dispute_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER shown AFTER INSERT ON public.compliance_disputereply
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_show_reply();

REVOKE ALL ON FUNCTION
    public.compliance_open_dispute(), public.compliance_keep_dispute(), public.compliance_reply(),
    public.compliance_show_reply(), public.compliance_dispute_is(bigint)
FROM PUBLIC;
