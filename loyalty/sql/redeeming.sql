-- Redeem points for money: the transfer exists already, in this transaction, and its amount is recomputed here. The points account
-- is locked last, as in a settlement. The key is an idempotency key: only the first redemption with it counts.
-- Errors: LP001 the worth of a point or of the currency has changed; LP002 the points cannot be redeemed.
CREATE FUNCTION public.loyalty_redeem_points(
    p_key uuid, p_player bigint, p_asked bigint, p_transfer bigint, p_rate bigint)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    v_account loyalty_account;
    v_tier loyalty_tier;
    v_moved wallet_transfer;
    v_set bigint := loyalty_tiers_in_force();
    v_rate numeric := 1;
    v_coin bigint;
    v_base boolean;
    v_paid bigint;
    v_points bigint;
    v_entry bigint;
    v_made bigint;
BEGIN
    SELECT * INTO v_account FROM loyalty_account WHERE player_id = p_player FOR UPDATE;
    SELECT * INTO v_tier FROM loyalty_tier WHERE id = coalesce(
        v_account.tier_id, (SELECT id FROM loyalty_tier WHERE tier_set_id = v_set AND threshold = 0));
    SELECT * INTO v_moved FROM wallet_transfer WHERE id = p_transfer;
    IF ((v_moved.kind, v_moved.player_id, v_moved.xact) = ('redeem', p_player, pg_current_xact_id())) IS NOT TRUE THEN
        RAISE EXCEPTION 'transfer % pays for no points of player %', p_transfer, p_player
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT (10 ^ (4 - minor_digits))::bigint, is_base INTO v_coin, v_base
    FROM wallet_currency WHERE code = v_moved.currency_id;
    IF NOT v_base THEN
        SELECT present.rate INTO v_rate FROM wallet_rate_in_effect(v_moved.currency_id) AS present
        WHERE present.id = p_rate;
    END IF;
    v_paid := div(p_asked::numeric * v_tier.redemption, v_rate * v_coin)::bigint * v_coin;
    IF (v_moved.amount = v_paid AND (p_rate IS NULL) = v_base) IS NOT TRUE THEN
        RAISE EXCEPTION '% points are not worth % %', p_asked, v_moved.amount, v_moved.currency_id
            USING ERRCODE = 'LP001';
    END IF;
    -- The smallest number of whole points that is worth the amount; the others stay.
    v_points := div(ceil(v_paid * v_rate) + v_tier.redemption - 1, v_tier.redemption::numeric)::bigint;
    IF v_account.debt > 0 OR v_account.balance < 100 * p_asked
       OR p_asked < (SELECT redeem_from FROM loyalty_tierset WHERE id = v_set) THEN
        RAISE EXCEPTION 'player % cannot redeem % points', p_player, p_asked USING ERRCODE = 'LP002';
    END IF;
    INSERT INTO loyalty_entry (player_id, kind, hundredths)
    VALUES (p_player, 'redeemed', -100 * v_points) RETURNING id INTO v_entry;
    INSERT INTO loyalty_redemption (key, player_id, entry_id, transfer_id, tier_id, asked, points, redemption,
                                    currency_id, amount, rate, rate_row_id, at)
    VALUES (p_key, p_player, v_entry, p_transfer, v_tier.id, p_asked, v_points, v_tier.redemption,
            v_moved.currency_id, v_paid, v_rate, p_rate, v_moved.created_at)
    RETURNING id INTO v_made;
    RETURN v_made;
END $$;

REVOKE ALL ON FUNCTION public.loyalty_redeem_points(uuid, bigint, bigint, bigint, bigint) FROM PUBLIC;
