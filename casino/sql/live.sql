-- The past of a live table is immutable: clocks only move forward, bets placed before a deal are fixed and end once, a seal is
-- opened once. Errors are 42501.

CREATE FUNCTION public.casino_clock_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NEW.place_id <> OLD.place_id OR NEW.version < OLD.version OR NEW.since < OLD.since THEN
        RAISE EXCEPTION 'clock of place %: it goes forward', OLD.place_id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON public.casino_clock
FOR EACH ROW EXECUTE FUNCTION public.casino_clock_guard();

-- Clocks, seats and waiting players belong to live tables; a participant and a clock's deal belong to the same place.
CREATE FUNCTION public.casino_of_live_place() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_new jsonb := to_jsonb(NEW);
BEGIN
    IF NOT EXISTS (SELECT FROM casino_place WHERE id = NEW.place_id AND player_id IS NULL)
       OR v_new ? 'participant_id' AND NOT EXISTS (
           SELECT FROM casino_participant
           WHERE id = (v_new ->> 'participant_id')::bigint AND place_id = NEW.place_id)
       OR v_new ->> 'deal_id' IS NOT NULL AND NOT EXISTS (
           SELECT FROM casino_deal WHERE id = (v_new ->> 'deal_id')::bigint AND place_id = NEW.place_id) THEN
        RAISE EXCEPTION '% at place %: it is of another place, or of a private one', TG_TABLE_NAME, NEW.place_id
            USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER of_live_place BEFORE INSERT OR UPDATE ON public.casino_clock
FOR EACH ROW EXECUTE FUNCTION public.casino_of_live_place();
CREATE TRIGGER of_live_place BEFORE INSERT OR UPDATE ON public.casino_seat
FOR EACH ROW EXECUTE FUNCTION public.casino_of_live_place();
CREATE TRIGGER of_live_place BEFORE INSERT OR UPDATE ON public.casino_waitingplayer
FOR EACH ROW EXECUTE FUNCTION public.casino_of_live_place();

-- Bets are fixed; a second seed exchange changes only the seal.
CREATE FUNCTION public.casino_wager_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD."end" <> '' AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'wager %: it has ended', OLD.id USING ERRCODE = '42501';
    END IF;
    IF to_jsonb(NEW) - '{seal,plain_seed,end,ended_at}'::text[] IS DISTINCT FROM
       to_jsonb(OLD) - '{seal,plain_seed,end,ended_at}'::text[] THEN
        RAISE EXCEPTION 'wager %: what was bet is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON public.casino_wager
FOR EACH ROW EXECUTE FUNCTION public.casino_wager_guard();

-- At commit: the ledger holds the stakes of an open wager, and none of an ended one unless it was dealt.
CREATE FUNCTION public.casino_wager_held() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_wager casino_wager;
    v_held bigint;
BEGIN
    SELECT * INTO v_wager FROM casino_wager WHERE id = NEW.id;
    SELECT coalesce(sum(stake.amount), 0) INTO v_held
    FROM wallet_open_stake AS stake JOIN casino_participant AS participant ON participant.id = v_wager.participant_id
    WHERE stake.round_id = v_wager.public_id AND stake.player_id = participant.player_id
      AND stake.currency_id = v_wager.currency;
    IF v_held <> (CASE v_wager."end" WHEN '' THEN v_wager.amount WHEN 'dealt' THEN v_held ELSE 0 END)
       OR v_wager."end" = 'dealt' AND NOT EXISTS (SELECT FROM casino_round WHERE public_id = v_wager.public_id) THEN
        RAISE EXCEPTION 'wager %: the ledger holds % for it', NEW.id, v_held USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER held AFTER INSERT OR UPDATE OF "end" ON public.casino_wager
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_wager_held();

CREATE FUNCTION public.casino_seedexchange_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.status IN ('complete', 'aborted', 'dropped') AND NEW IS DISTINCT FROM OLD
       OR (NEW.place_id, NEW.shoe_id, NEW.nonce, NEW.attempt) IS DISTINCT FROM (OLD.place_id, OLD.shoe_id, OLD.nonce, OLD.attempt)
       OR OLD.listed_at IS NOT NULL AND (NEW.listed_at, NEW.seals_hash) IS DISTINCT FROM (OLD.listed_at, OLD.seals_hash) THEN
        RAISE EXCEPTION 'exchange %: its list is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON public.casino_seedexchange
FOR EACH ROW EXECUTE FUNCTION public.casino_seedexchange_guard();

-- A seal is opened once, while its exchange is open, to the seed it seals. A list is inserted whole: no seal is added later.
CREATE FUNCTION public.casino_seal_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD.seat_seed IS NOT NULL OR (NEW.exchange_id, NEW.wager_id, NEW.box, NEW.seal)
                             IS DISTINCT FROM (OLD.exchange_id, OLD.wager_id, OLD.box, OLD.seal)) THEN
        RAISE EXCEPTION 'seal %: it is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.seal <> '' AND NEW.seat_seed IS NOT NULL
       AND encode(sha256(convert_to(NEW.seat_seed, 'UTF8')), 'hex') <> NEW.seal THEN
        RAISE EXCEPTION 'seal %: that is not what it seals', NEW.box USING ERRCODE = '42501';
    END IF;
    IF NOT EXISTS (SELECT FROM casino_seedexchange WHERE id = NEW.exchange_id AND status = 'opening') THEN
        RAISE EXCEPTION 'exchange %: it is not open', NEW.exchange_id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.casino_seatseal
FOR EACH ROW EXECUTE FUNCTION public.casino_seal_guard();

-- At commit: the hash of a list is the hash of its seals.
CREATE FUNCTION public.casino_seedexchange_listed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_exchange bigint := (CASE TG_TABLE_NAME WHEN 'casino_seatseal' THEN to_jsonb(NEW) ->> 'exchange_id' ELSE to_jsonb(NEW) ->> 'id' END);
BEGIN
    IF EXISTS (
        SELECT FROM casino_seedexchange AS exchange
        WHERE id = v_exchange AND listed_at IS NOT NULL AND seals_hash IS DISTINCT FROM (
            SELECT encode(sha256(convert_to(string_agg(box || '=' || coalesce(nullif(seal, ''), 'plain') || E'\n', '' ORDER BY box),
                                            'UTF8')), 'hex')
            FROM casino_seatseal WHERE exchange_id = exchange.id)) THEN
        RAISE EXCEPTION 'exchange %: its hash is of another list', v_exchange USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER listed AFTER INSERT OR UPDATE ON public.casino_seedexchange
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_seedexchange_listed();
CREATE CONSTRAINT TRIGGER listed AFTER INSERT ON public.casino_seatseal
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_seedexchange_listed();

-- An answer is given while its round runs, and its state changes once.
CREATE FUNCTION public.casino_answer_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.state <> 'kept' AND NEW IS DISTINCT FROM OLD
       OR to_jsonb(NEW) - 'state' IS DISTINCT FROM to_jsonb(OLD) - 'state' THEN
        RAISE EXCEPTION 'answer %: it is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON public.casino_answer
FOR EACH ROW EXECUTE FUNCTION public.casino_answer_guard();
CREATE TRIGGER in_progress BEFORE INSERT ON public.casino_answer
FOR EACH ROW EXECUTE FUNCTION public.casino_decision_in_deal();

CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.casino_wager
FOR EACH STATEMENT EXECUTE FUNCTION public.casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.casino_seedexchange
FOR EACH STATEMENT EXECUTE FUNCTION public.casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.casino_seatseal
FOR EACH STATEMENT EXECUTE FUNCTION public.casino_refuse_deletion();
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.casino_answer
FOR EACH STATEMENT EXECUTE FUNCTION public.casino_refuse_deletion();

REVOKE ALL ON FUNCTION public.casino_clock_guard(), public.casino_of_live_place(), public.casino_wager_guard(),
    public.casino_wager_held(), public.casino_seedexchange_guard(), public.casino_seal_guard(),
    public.casino_seedexchange_listed(),
    public.casino_answer_guard() FROM PUBLIC;
