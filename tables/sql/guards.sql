-- Rule sets, tables and limits: decisions are immutable and need two people.

-- A version has the state of its last step. Only the rules of a draft change, each time by a step with their hash.
CREATE FUNCTION public.tables_guard_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last tables_versionstep;
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO v_last FROM tables_versionstep WHERE version_id = old.id ORDER BY n DESC LIMIT 1;
    IF to_jsonb(new) - '{state,rules_json,rules_hash}'::text[]
           IS DISTINCT FROM to_jsonb(old) - '{state,rules_json,rules_hash}'::text[]
       OR new.state IS DISTINCT FROM v_last.to_state
       OR new.rules_hash IS DISTINCT FROM v_last.rules_hash
       OR new.rules_json <> old.rules_json
          AND (v_last.to_state <> 'draft' OR new.rules_hash = old.rules_hash) THEN
        RAISE EXCEPTION 'version % changes by its steps only', old.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_steps BEFORE UPDATE ON public.tables_rulesetversion
FOR EACH ROW EXECUTE FUNCTION public.tables_guard_version();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_rulesetversion
FOR EACH STATEMENT EXECUTE FUNCTION public.tables_guard_version();

-- A version starts as a draft, and inverted rules are for play money only.
CREATE FUNCTION public.tables_guard_new_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op = 'INSERT' AND new.state <> 'draft' THEN
        RAISE EXCEPTION 'a version begins as a draft'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (new.rules_json ->> 'inverted')::boolean AND NOT EXISTS (
        SELECT FROM tables_ruleset WHERE id = new.rule_set_id AND money = 'play'
    ) THEN
        RAISE EXCEPTION 'inverted rules are for play money only'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER admitted BEFORE INSERT OR UPDATE ON public.tables_rulesetversion
FOR EACH ROW EXECUTE FUNCTION public.tables_guard_new_version();

CREATE FUNCTION public.tables_guard_rule_set() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR to_jsonb(new) - 'stopped' IS DISTINCT FROM to_jsonb(old) - 'stopped' THEN
        RAISE EXCEPTION 'the names and the money of a rule set never change, and it is never deleted'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER same_money BEFORE UPDATE ON public.tables_ruleset
FOR EACH ROW EXECUTE FUNCTION public.tables_guard_rule_set();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_ruleset
FOR EACH STATEMENT EXECUTE FUNCTION public.tables_guard_rule_set();

-- A step continues the last one. Whoever drafted, edited or proposed a version does not approve it.
CREATE FUNCTION public.tables_guard_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_version tables_rulesetversion;
    v_last tables_versionstep;
BEGIN
    SELECT * INTO v_version FROM tables_rulesetversion
    WHERE id = new.version_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM tables_versionstep
    WHERE version_id = new.version_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of version % does not follow its last', new.n, new.version_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (new.to_state <> 'draft' OR new.n = 1) AND new.rules_hash <> v_version.rules_hash THEN
        RAISE EXCEPTION 'step % of version % is about other rules', new.n, new.version_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.from_state = 'proposed' AND new.to_state = 'approved' AND EXISTS (
        SELECT FROM tables_versionstep
        WHERE version_id = new.version_id AND to_state IN ('draft', 'proposed')
          AND acting_user_id = new.acting_user_id
    ) THEN
        RAISE EXCEPTION 'version % is approved by another person', new.version_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'tables_another_person';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.tables_versionstep
FOR EACH ROW EXECUTE FUNCTION public.tables_guard_step();

-- Copy the last step's state to the version.
CREATE FUNCTION public.tables_copy_version_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE tables_rulesetversion SET state = new.to_state
    WHERE id = new.version_id AND state <> new.to_state;
    RETURN NULL;
END
$$;

CREATE TRIGGER shows AFTER INSERT ON public.tables_versionstep
FOR EACH ROW EXECUTE FUNCTION public.tables_copy_version_state();

-- At commit, a version has the state and rules of its last step.
CREATE FUNCTION public.tables_check_version_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_version tables_rulesetversion;
    v_last tables_versionstep;
BEGIN
    SELECT * INTO v_version FROM tables_rulesetversion
    WHERE id = (to_jsonb(new) ->> tg_argv[0])::bigint;
    SELECT * INTO v_last FROM tables_versionstep
    WHERE version_id = v_version.id ORDER BY n DESC LIMIT 1;
    IF (v_version.state, v_version.rules_hash) IS DISTINCT FROM (v_last.to_state, v_last.rules_hash) THEN
        RAISE EXCEPTION 'version % is not what its last step says', v_version.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.tables_rulesetversion
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.tables_check_version_state('id');
CREATE CONSTRAINT TRIGGER followed AFTER INSERT ON public.tables_versionstep
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.tables_check_version_state('version_id');

-- A table uses the version of its family that is in force, and currencies of that family's money. A refused table stays refused.
CREATE FUNCTION public.tables_guard_table() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_state text;
    v_money text;
BEGIN
    SELECT state, money INTO v_state, v_money
    FROM tables_rulesetversion v JOIN tables_ruleset s ON s.id = v.rule_set_id
    WHERE v.id = new.version_id;
    IF tg_op = 'UPDATE' AND old.status = 'refused' AND new.status <> 'refused' THEN
        RAISE EXCEPTION 'a table that was refused stays refused'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_state <> 'active' AND (tg_op = 'INSERT' OR new.version_id <> old.version_id) THEN
        RAISE EXCEPTION 'a table plays a version that is in force, not one that is %', v_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF cardinality(new.currencies) = 0 OR v_money = 'play' AND cardinality(new.currencies) > 1
       OR NOT new.currencies <@ ARRAY(SELECT code FROM wallet_currency WHERE is_play_money = (v_money = 'play')) THEN
        RAISE EXCEPTION 'a table for % money does not take %', v_money, new.currencies
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER fits BEFORE INSERT OR UPDATE ON public.tables_table
FOR EACH ROW EXECUTE FUNCTION public.tables_guard_table();

CREATE FUNCTION public.tables_refuse_deletion() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'a table is closed, never deleted: % refused', tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_table
FOR EACH STATEMENT EXECUTE FUNCTION public.tables_refuse_deletion();

-- The single row of the house stays.
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_house
FOR EACH STATEMENT EXECUTE FUNCTION public.journal_refuse_change();
INSERT INTO public.tables_house (id, stopped) VALUES (1, false);

REVOKE ALL ON FUNCTION
    public.tables_guard_version(), public.tables_guard_new_version(), public.tables_guard_rule_set(),
    public.tables_guard_step(), public.tables_copy_version_state(), public.tables_check_version_state(),
    public.tables_guard_table(),
    public.tables_refuse_deletion()
FROM PUBLIC;
