-- What was closed goes on by a reply of the house that reopens it, and by nothing else.
CREATE OR REPLACE FUNCTION public.compliance_dispute_is(p_dispute bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce((
        SELECT CASE WHEN outcome <> '' THEN 'closed' WHEN reopens THEN 'open' WHEN from_house THEN 'answered' ELSE 'open' END
        FROM compliance_disputereply WHERE dispute_id = p_dispute ORDER BY n DESC LIMIT 1), 'open')
$$;

CREATE OR REPLACE FUNCTION public.compliance_reply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_dispute compliance_dispute;
BEGIN
    new.at := clock_timestamp();
    SELECT * INTO v_dispute FROM compliance_dispute WHERE id = new.dispute_id FOR NO KEY UPDATE;
    IF new.from_house THEN
        PERFORM accounts_see_staff(new.by_id);
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
