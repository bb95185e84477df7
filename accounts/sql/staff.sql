-- Rules for staff and player accounts that also hold for raw SQL and bulk updates.

-- An account is staff's or a player's for good: players never become staff, and staff never play.
CREATE FUNCTION public.accounts_guard_account_type() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'account % stays %', old.id, CASE WHEN old.is_staff THEN 'one of staff' ELSE 'a player''s' END
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER stays BEFORE UPDATE OF is_staff ON public.accounts_user
FOR EACH ROW WHEN (new.is_staff IS DISTINCT FROM old.is_staff) EXECUTE FUNCTION public.accounts_guard_account_type();

-- Record a change of personal data as a significant event, with the values before and after and the acting user.
CREATE FUNCTION public.accounts_record_personal_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_before jsonb := jsonb_build_object(
        'full_name', old.full_name, 'email', old.email, 'birth_date', old.birth_date, 'country', old.country);
    v_after jsonb := jsonb_build_object(
        'full_name', new.full_name, 'email', new.email, 'birth_date', new.birth_date, 'country', new.country);
BEGIN
    INSERT INTO journal_event (kind, severity, actor_id, subject, data)
    VALUES ('personal_data_changed', 'notice',
            nullif(nullif(current_setting('ligalo.acting_user', true), '')::bigint, 0), 'user ' || new.id,
            jsonb_build_object('before', journal_changed_values(v_before, v_after, '{}', '{}'),
                               'after', journal_changed_values(v_after, v_before, '{}', '{}')));
    RETURN NULL;
END
$$;
CREATE TRIGGER told AFTER UPDATE ON public.accounts_user FOR EACH ROW
WHEN (NOT old.is_guest
      AND (coalesce(nullif(old.full_name, ''), new.full_name), old.email, old.birth_date, old.country)
          IS DISTINCT FROM (new.full_name, new.email, new.birth_date, new.country))
EXECUTE FUNCTION public.accounts_record_personal_change();

REVOKE ALL ON FUNCTION public.accounts_guard_account_type(), public.accounts_record_personal_change() FROM PUBLIC;
