-- A passkey without a credential signs nobody in, and breaks the pages that offer the account's other passkeys.
ALTER TABLE public.mfa_authenticator ADD CONSTRAINT passkey_is_whole CHECK (
    type <> 'webauthn' OR (jsonb_typeof(data -> 'credential') IS NOT DISTINCT FROM 'object'
                           AND jsonb_typeof(data -> 'name') IS NOT DISTINCT FROM 'string'));
