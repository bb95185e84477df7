-- Random round number for rows inserted without the model: R, then ten of 32 characters, 50 random bits.
-- Uses the bytes of a random UUID that its version and variant do not set.
CREATE FUNCTION public.casino_round_number() RETURNS varchar
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT 'R-' || substr(code, 1, 5) || '-' || substr(code, 6)
    FROM (
        SELECT string_agg(
            substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random.bytes, place) & 31) + 1, 1), '') AS code
        FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random,
             unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS place
    ) AS drawn
$$;
