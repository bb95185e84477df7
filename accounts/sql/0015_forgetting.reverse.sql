ALTER TABLE public.mfa_authenticator DROP CONSTRAINT passkey_is_whole;
DROP FUNCTION public.accounts_forget_visits(integer, integer);
CREATE OR REPLACE FUNCTION public.accounts_keep_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.ended_at IS NOT NULL OR new.seen_at < old.seen_at
       OR (new.session_key <> old.session_key)
       OR to_jsonb(new) - '{seen_at,ended_at,ended,session_key}'::text[]
          <> to_jsonb(old) - '{seen_at,ended_at,ended,session_key}'::text[] THEN
        RAISE EXCEPTION 'a visit is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
