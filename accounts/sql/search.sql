-- Search words of a person: name and email address, without accents and case (`accounts.users.selectors.search` normalises queries alike).
ALTER TABLE public.accounts_user ADD COLUMN words tsvector GENERATED ALWAYS AS (
    array_to_tsvector(array_remove(string_to_array(regexp_replace(
        lower(regexp_replace(normalize(full_name || ' ' || email, NFKD), '[\u0300-\u036f]', '', 'g')),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00a0]+', ' ', 'g'), ' '), ''))
) STORED;
CREATE INDEX user_words ON public.accounts_user USING gin (words) WHERE NOT is_staff;
