-- A withdrawal that came back unpaid can be held. The function of 0016_charge_backs.sql, made anew.
CREATE OR REPLACE FUNCTION public.wallet_take_withdrawal_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_head wallet_withdrawal;
    v_last wallet_withdrawal_step;
    v_kind text;
BEGIN
    SELECT * INTO v_head FROM wallet_withdrawal WHERE id = new.withdrawal_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM wallet_withdrawal_step
    WHERE withdrawal_id = new.withdrawal_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of withdrawal % does not follow its last', new.n, new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- the player takes the first step and no other; of a closed account, which asks for nothing any
    -- more, staff take it, and then somebody else approves
    IF new.acting_user_id IS DISTINCT FROM v_head.player_id THEN
        PERFORM wallet_see_staff(new.acting_user_id);
    END IF;
    IF (new.n = 1) <> (new.acting_user_id IS NOT DISTINCT FROM v_head.player_id)
       AND NOT (new.n = 1 AND new.acting_user_id IS NOT NULL AND EXISTS (
           SELECT FROM wallet_closing WHERE player_id = v_head.player_id))
       OR new.to_state IN ('second', 'approved') AND EXISTS (
           SELECT FROM wallet_withdrawal_step
           WHERE withdrawal_id = new.withdrawal_id AND n = 1 AND acting_user_id = new.acting_user_id)
    THEN
        RAISE EXCEPTION 'a player requests, staff decide' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- what was sent to its provider ends by an event of its provider, and an event ends nothing else;
    -- of a provider that stays silent one person says that it did not pay and another one agrees
    IF new.from_state = 'sent' AND new.event_id IS NULL AND new.to_state <> 'doubted'
       OR new.from_state = 'doubted' AND new.event_id IS NULL AND (
           new.to_state = 'paid'
           OR new.to_state = 'bounced' AND new.acting_user_id = v_last.acting_user_id)
       OR new.to_state = 'sent' AND v_head.provider = 'manual'
       OR new.event_id IS NOT NULL AND NOT (
           -- a deposit of the player was charged back: what is not with a provider is held
           new.to_state = 'held' AND EXISTS (
               SELECT FROM wallet_provider_event AS event
                    JOIN wallet_deposit AS deposit ON deposit.id = event.deposit_id
               WHERE event.id = new.event_id AND event.outcome = 'charged back'
                 AND deposit.player_id = v_head.player_id)
       ) AND (
           new.from_state NOT IN ('sent', 'doubted', 'bounced')
           AND (new.from_state, new.to_state) <> ('held', 'paid')
           OR new.to_state NOT IN ('paid', 'bounced')
           OR NOT EXISTS (
               SELECT FROM wallet_provider_event
               WHERE id = new.event_id AND withdrawal_id = new.withdrawal_id
                 AND provider = v_head.provider)) THEN
        RAISE EXCEPTION 'withdrawal % is not paid out so', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- what came back unpaid and was held goes back to where it was, not through approvals; its provider may say that it paid after all
    IF new.from_state = 'held' AND (
           new.to_state = 'requested' AND v_last.from_state = 'bounced'
           OR new.to_state IN ('bounced', 'paid') AND v_last.from_state <> 'bounced'
           OR new.to_state = 'paid' AND new.event_id IS NULL) THEN
        RAISE EXCEPTION 'withdrawal % was not held so', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.from_state = 'requested' AND new.to_state IN ('second', 'approved')
       AND v_head.needs_second <> (new.to_state = 'second')
       OR new.from_state = 'second' AND new.to_state = 'approved'
          AND new.acting_user_id = v_last.acting_user_id THEN
        RAISE EXCEPTION 'withdrawal % needs its own number of approvals', new.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    v_kind := CASE
        WHEN new.n = 1 THEN 'withdraw'
        WHEN new.to_state = 'paid' THEN 'pay_out'
        WHEN new.to_state = 'refused' THEN 'cancel_withdrawal'
    END;
    IF v_kind IS NOT NULL AND NOT wallet_moved(
        new.transfer_id, v_kind, v_head.player_id, v_head.currency_id, v_head.units,
        v_head.reference) THEN
        RAISE EXCEPTION 'transfer % is not the money of withdrawal %', new.transfer_id,
            new.withdrawal_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
