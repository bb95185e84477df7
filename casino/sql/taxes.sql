-- A void that takes winnings gives back the tax that was withheld from them; undoing it takes the tax again.

CREATE OR REPLACE FUNCTION public.casino_void_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_round casino_round;
BEGIN
    SELECT * INTO v_round FROM casino_round WHERE id = new.round_id;
    IF v_round.status <> 'completed' OR v_round.player_id <> new.player_id OR new.undone_at IS NOT NULL THEN
        RAISE EXCEPTION 'round %: only a completed round of this player is voided', new.round_id
            USING ERRCODE = 'check_violation';
    ELSIF (new.due, new.suspended, new.tax) IS DISTINCT FROM (
        CASE new.treatment
            WHEN 'better' THEN greatest(v_round.staked - v_round.returned, 0)
            WHEN 'stakes_back' THEN v_round.staked - v_round.returned
            WHEN 'suspense' THEN -v_round.returned END,
        CASE new.treatment WHEN 'suspense' THEN v_round.staked ELSE 0 END,
        CASE WHEN new.due < 0 THEN greatest(v_round.tax, 0) ELSE 0 END)
       OR v_round.currency = 'PLY' AND new.owed <> 0 THEN
        RAISE EXCEPTION 'round %: that is not what % makes of it', new.round_id, new.treatment
            USING ERRCODE = 'check_violation';
    END IF;
    new.at := clock_timestamp();
    RETURN new;
END $$;

CREATE OR REPLACE FUNCTION public.casino_void_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_void casino_void;
    v_returned bigint;
    v_released bigint;
BEGIN
    SELECT * INTO v_void FROM casino_void WHERE id = new.void_id FOR UPDATE;
    SELECT coalesce(sum(due), 0), coalesce(sum(released), 0) INTO v_returned, v_released
    FROM casino_voidstep WHERE void_id = new.void_id AND kind <> 'undo';
    new.at := clock_timestamp();
    IF v_void.player_id IS DISTINCT FROM new.player_id THEN
        RAISE EXCEPTION 'void %: it is of another player', new.void_id USING ERRCODE = 'check_violation';
    ELSIF new.kind <> 'collect' AND v_void.undone_at IS NOT NULL THEN
        RAISE EXCEPTION 'void %: it is undone', new.void_id USING ERRCODE = 'check_violation';
    ELSIF new.kind IN ('return', 'keep') AND (v_released <> 0 OR new.released <> v_void.suspended)
       OR new.tax <> (CASE new.kind WHEN 'undo' THEN -v_void.tax ELSE 0 END)
       OR new.kind = 'undo' AND (new.due, new.released)
          <> (-v_void.due - v_returned, v_void.suspended - v_released) THEN
        RAISE EXCEPTION 'void %: that is not what a % of it moves', new.void_id, new.kind
            USING ERRCODE = 'check_violation';
    ELSIF new.kind = 'undo' THEN
        UPDATE casino_void SET undone_at = new.at WHERE id = new.void_id;
    END IF;
    RETURN new;
END $$;
