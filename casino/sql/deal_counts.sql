-- The count before a deal is part of how it began.
CREATE OR REPLACE FUNCTION public.casino_deal_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.status <> 'in_progress' AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'deal %: it is over', OLD.id USING ERRCODE = '42501';
    END IF;
    IF (NEW.place_id, NEW.shoe_id, NEW.nonce, NEW.boxes, NEW.entropy, NEW.library_version, NEW.rules_hash, NEW.running_count,
        NEW.cards_left)
        IS DISTINCT FROM
       (OLD.place_id, OLD.shoe_id, OLD.nonce, OLD.boxes, OLD.entropy, OLD.library_version, OLD.rules_hash, OLD.running_count,
        OLD.cards_left) THEN
        RAISE EXCEPTION 'deal %: how it began is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.state_hash <> OLD.state_hash AND EXISTS (
        SELECT FROM casino_round WHERE deal_id = OLD.id AND frozen) THEN
        RAISE EXCEPTION 'deal %: it is frozen', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
