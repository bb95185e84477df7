-- Published commitments and played rounds are immutable: each trigger refuses a change of the past, with SQLSTATE 42501.

CREATE FUNCTION casino_shoe_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
        ('announced', 'dealing'), ('announced', 'closed'), ('announced', 'stopped'),
        ('dealing', 'closed'), ('dealing', 'stopped'), ('stopped', 'closed'), ('stopped', 'lost')) THEN
        RAISE EXCEPTION 'shoe %: % cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = '42501';
    END IF;
    IF OLD.status IN ('closed', 'lost') AND NEW IS DISTINCT FROM OLD THEN
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
CREATE TRIGGER guard BEFORE UPDATE ON casino_shoe FOR EACH ROW EXECUTE FUNCTION casino_shoe_guard();

CREATE FUNCTION casino_round_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.status <> 'in_progress' AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'round %: it is over', OLD.id USING ERRCODE = '42501';
    END IF;
    IF (NEW.public_id, NEW.place_id, NEW.deal_id, NEW.player_id, NEW.participant_id, NEW.version_id, NEW.client_seed, NEW.seat_seed, NEW.boxes, NEW.bettors,
        NEW.currency, NEW.tasa_cambio, NEW.amount, NEW.amount_usd, NEW.limits_at_deal, NEW.balance_before, NEW.started_at,
        NEW.origin_id)
        IS DISTINCT FROM
       (OLD.public_id, OLD.place_id, OLD.deal_id, OLD.player_id, OLD.participant_id, OLD.version_id, OLD.client_seed, OLD.seat_seed, OLD.boxes, OLD.bettors,
        OLD.currency, OLD.tasa_cambio, OLD.amount, OLD.amount_usd, OLD.limits_at_deal, OLD.balance_before, OLD.started_at,
        OLD.origin_id) THEN
        RAISE EXCEPTION 'round %: how it began is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.staked < OLD.staked OR NEW.staked_usd < OLD.staked_usd THEN
        RAISE EXCEPTION 'round %: its stakes are held', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON casino_round FOR EACH ROW EXECUTE FUNCTION casino_round_guard();

CREATE FUNCTION casino_logline_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.n IS NOT NULL OR (NEW.at, NEW.kind, NEW.shoe, NEW.commitment, NEW.rules_hash)
        IS DISTINCT FROM (OLD.at, OLD.kind, OLD.shoe, OLD.commitment, OLD.rules_hash) THEN
        RAISE EXCEPTION 'fairness log line %: published lines stay', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON casino_logline FOR EACH ROW EXECUTE FUNCTION casino_logline_guard();

-- Staff never play: no place or participant belongs to staff.
CREATE FUNCTION casino_refuse_staff() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM accounts_user WHERE id = NEW.player_id AND is_staff) THEN
        RAISE EXCEPTION 'user %: staff never play', NEW.player_id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER no_staff BEFORE INSERT OR UPDATE OF player_id ON casino_place
FOR EACH ROW EXECUTE FUNCTION casino_refuse_staff();
CREATE TRIGGER no_staff BEFORE INSERT OR UPDATE OF player_id ON casino_participant
FOR EACH ROW EXECUTE FUNCTION casino_refuse_staff();

-- Only the player of a private place plays there.
CREATE FUNCTION casino_participant_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.place_id, NEW.player_id) IS DISTINCT FROM (OLD.place_id, OLD.player_id) THEN
        RAISE EXCEPTION 'participant %: place and player are fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF EXISTS (SELECT FROM casino_place WHERE id = NEW.place_id AND player_id <> NEW.player_id) THEN
        RAISE EXCEPTION 'place %: it is another player''s', NEW.place_id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OF place_id, player_id ON casino_participant
FOR EACH ROW EXECUTE FUNCTION casino_participant_guard();

CREATE FUNCTION casino_refuse_deletion() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% on %: what was played is kept', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON casino_shoe FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON casino_deal FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON casino_round FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON casino_logline FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_deletion();

CREATE FUNCTION public.casino_guard_round_number() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'round %: its number is fixed', OLD.id USING ERRCODE = '42501';
END $$;
CREATE TRIGGER number_kept BEFORE UPDATE OF number ON public.casino_round
FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number)
EXECUTE FUNCTION public.casino_guard_round_number();
