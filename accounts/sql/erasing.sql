-- The end of a person's data. Names, addresses and texts are encrypted under a key outside the database, or lie in rows that are
-- emptied here. Once `erased_at` is set, nothing about the person comes back.

CREATE FUNCTION public.accounts_is_erased(p_player bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM accounts_user WHERE id = p_player AND erased_at IS NOT NULL)
$$;

CREATE FUNCTION public.accounts_guard_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the person of account % was erased', old.id USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER ended BEFORE UPDATE ON public.accounts_user FOR EACH ROW
WHEN (old.erased_at IS NOT NULL
      AND (new.erased_at, new.email, new.full_name, new.address, new.birth_date, new.screen_name, new.state, new.password)
          IS DISTINCT FROM
          (old.erased_at, old.email, old.full_name, old.address, old.birth_date, old.screen_name, old.state, old.password))
EXECUTE FUNCTION public.accounts_guard_erased();

-- As before, and the visits of an erased person are deleted.
CREATE OR REPLACE FUNCTION public.accounts_guard_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op = 'DELETE' AND (accounts_is_erased(old.player_id) OR old.ended_at <= clock_timestamp() - interval '90 days' AND EXISTS (
        SELECT FROM accounts_visit AS newer WHERE newer.player_id = old.player_id AND newer.begun_at > old.begun_at)) THEN
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

-- As before, and the number of an erased person is emptied: one of an earlier release is not encrypted under the person's key.
CREATE OR REPLACE FUNCTION public.accounts_guard_document_number() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op = 'UPDATE' AND new.sealed = '' AND to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed'
       AND accounts_is_erased(old.player_id) THEN
        RETURN new;
    END IF;
    IF tg_op <> 'UPDATE' OR old.withdrawn_at IS NOT NULL OR new.withdrawn_at IS NULL
       OR to_jsonb(new) - 'withdrawn_at' <> to_jsonb(old) - 'withdrawn_at' THEN
        RAISE EXCEPTION 'a document number is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    new.withdrawn_at := clock_timestamp();
    RETURN new;
END
$$;

-- Delete what names an erased person in append-only rows of this app. The application may not write these itself.
CREATE FUNCTION public.accounts_forget_person(p_player bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT accounts_is_erased(p_player) THEN
        RAISE EXCEPTION 'account % has not ended', p_player USING ERRCODE = 'insufficient_privilege';
    END IF;
    DELETE FROM accounts_visit WHERE player_id = p_player;
    UPDATE accounts_identitynumber SET sealed = '' WHERE player_id = p_player AND sealed <> '';
END
$$;

-- As in staff.sql, without the values: the service that changes them writes them into its event, encrypted for the person.
CREATE OR REPLACE FUNCTION public.accounts_record_personal_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_before jsonb := jsonb_build_object(
        'full_name', old.full_name, 'email', old.email, 'birth_date', old.birth_date, 'country', old.country);
    v_after jsonb := jsonb_build_object(
        'full_name', new.full_name, 'email', new.email, 'birth_date', new.birth_date, 'country', new.country);
    v_masked constant text[] := '{full_name,email,birth_date}';
BEGIN
    INSERT INTO journal_event (kind, severity, actor_id, subject, data)
    VALUES ('personal_data_changed', 'notice',
            nullif(nullif(current_setting('ligalo.acting_user', true), '')::bigint, 0), 'user ' || new.id,
            jsonb_build_object('before', journal_changed_values(v_before, v_after, '{}', v_masked),
                               'after', journal_changed_values(v_after, v_before, '{}', v_masked)));
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION
    public.accounts_is_erased(bigint), public.accounts_guard_erased(), public.accounts_forget_person(bigint)
FROM PUBLIC;
