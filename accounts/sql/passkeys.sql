-- A passkey without its credential opens nothing, and the pages that offer the others stumble over it: there is none.
ALTER TABLE public.mfa_authenticator ADD CONSTRAINT passkey_is_whole CHECK (
    type <> 'webauthn' OR (jsonb_typeof(data -> 'credential') IS NOT DISTINCT FROM 'object'
                           AND jsonb_typeof(data -> 'name') IS NOT DISTINCT FROM 'string'));
