-- Play stays closed while the newest build found at some installation was not accepted when it was found, nor since.
-- The question is asked at every bet: the partial index makes it one look into an empty index.
CREATE FUNCTION public.builds_is_open() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN NOT EXISTS (
        SELECT FROM builds_buildsighting AS found
        WHERE found.closes
            AND NOT EXISTS (
                SELECT FROM builds_buildsighting AS later
                WHERE later.installation = found.installation AND later.id > found.id)
            AND NOT EXISTS (
                SELECT FROM builds_buildacceptance AS asked
                JOIN builds_buildacceptancedecision AS word ON word.proposal_id = asked.id
                WHERE asked.manifest_id = found.manifest_id AND word.approved));
END $$;
