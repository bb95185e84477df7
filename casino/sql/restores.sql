-- Shoes retired by a restore from a backup: their seeds are revealed, and their line of the public log has the last known nonce.
CREATE OR REPLACE FUNCTION casino_shoe_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (NEW.public_id, NEW.place_id, NEW.number, NEW.version_id, NEW.commitment, NEW.sealed_seed, NEW.announced_at,
        NEW.announced_in)
        IS DISTINCT FROM
       (OLD.public_id, OLD.place_id, OLD.number, OLD.version_id, OLD.commitment, OLD.sealed_seed, OLD.announced_at,
        OLD.announced_in) THEN
        RAISE EXCEPTION 'shoe %: what was announced is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF OLD.opened_at IS NOT NULL AND (NEW.salt, NEW.salt_at, NEW.cut, NEW.burn_entropy, NEW.opened_at)
        IS DISTINCT FROM (OLD.salt, OLD.salt_at, OLD.cut, OLD.burn_entropy, OLD.opened_at) THEN
        RAISE EXCEPTION 'shoe %: what was mixed in is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('announced', 'dealing'), ('announced', 'closed'), ('announced', 'stopped'), ('announced', 'retired'),
        ('dealing', 'closed'), ('dealing', 'stopped'), ('dealing', 'retired'),
        ('stopped', 'closed'), ('stopped', 'lost'), ('stopped', 'retired')) THEN
        RAISE EXCEPTION 'shoe %: % cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = '42501';
    END IF;
    IF OLD.status IN ('closed', 'lost', 'retired') AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'shoe %: %', OLD.id, OLD.status USING ERRCODE = '42501';
    END IF;
    -- At a live table, seeds are exchanged for each deal (sql/live.sql).
    IF NEW.status = 'dealing' AND OLD.status <> 'dealing' AND NEW.salt IS NULL
       AND EXISTS (SELECT FROM casino_place WHERE id = NEW.place_id AND player_id IS NOT NULL) THEN
        RAISE EXCEPTION 'shoe %: nobody mixed a salt into it', OLD.id USING ERRCODE = '42501';
    END IF;
    IF encode(sha256(convert_to(NEW.server_seed, 'UTF8')), 'hex') <> NEW.commitment THEN
        RAISE EXCEPTION 'shoe %: that is not the seed it was announced with', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.rounds_dealt < OLD.rounds_dealt OR NEW.cards_out < OLD.cards_out OR NEW.kept_nonce < OLD.kept_nonce THEN
        RAISE EXCEPTION 'shoe %: nonces and cards are never taken back', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION casino_logline_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.n IS NOT NULL OR (NEW.at, NEW.kind, NEW.shoe, NEW.commitment, NEW.rules_hash, NEW.nonce)
        IS DISTINCT FROM (OLD.at, OLD.kind, OLD.shoe, OLD.commitment, OLD.rules_hash, OLD.nonce) THEN
        RAISE EXCEPTION 'fairness log line %: published lines stay', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
