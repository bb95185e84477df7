-- What the ledger refuses whoever asks, its owner included. The functions behind the
-- deferred triggers run with their owner's rights: at commit, servers before version 18
-- would otherwise run them with those of whoever commits.

-- An account is opened empty, keeps its owner and currency, and moves one entry at a time.
CREATE FUNCTION public.wallet_refuse_account() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'an account changes by post() only: % refused', tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER opened_empty BEFORE INSERT ON public.wallet_account
FOR EACH ROW WHEN (new.balance <> 0 OR new.seq <> 0)
EXECUTE FUNCTION public.wallet_refuse_account();

CREATE TRIGGER moves_only BEFORE UPDATE ON public.wallet_account
FOR EACH ROW WHEN (
    new.seq <> old.seq + 1
    OR (new.id, new.player_id, new.house_code, new.currency_id, new.opened_at)
       IS DISTINCT FROM (old.id, old.player_id, old.house_code, old.currency_id, old.opened_at)
)
EXECUTE FUNCTION public.wallet_refuse_account();

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.wallet_account
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse_account();

-- Each change of a balance has its entry: same number, same amount, same balance after.
CREATE FUNCTION public.wallet_check_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM wallet_entry
        WHERE account_id = new.id AND seq = new.seq
          AND amount = new.balance - old.balance AND balance_after = new.balance
    ) THEN
        RAISE EXCEPTION 'account % was changed without its entry %', new.id, new.seq
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER moved_by_entry AFTER UPDATE ON public.wallet_account
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION public.wallet_check_account();

-- A transfer is complete when its transaction commits: it was written by that transaction,
-- has entries, and is a reversal exactly if it says so.
CREATE FUNCTION public.wallet_check_transfer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.xact <> pg_current_xact_id() THEN
        RAISE EXCEPTION 'transfer % claims another transaction', new.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT EXISTS (SELECT FROM wallet_entry WHERE transfer_id = new.id) THEN
        RAISE EXCEPTION 'transfer % has no entries', new.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (new.kind = 'reverse')
       <> EXISTS (SELECT FROM wallet_reversal WHERE transfer_id = new.id) THEN
        RAISE EXCEPTION 'transfer % and its reversal disagree', new.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER complete AFTER INSERT ON public.wallet_transfer
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION public.wallet_check_transfer();

-- An entry joins a transfer of its own transaction, never an earlier one.
CREATE FUNCTION public.wallet_join_transfer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.xact := pg_current_xact_id();
    IF NOT EXISTS (
        SELECT FROM wallet_transfer WHERE id = new.transfer_id AND xact = new.xact
    ) THEN
        RAISE EXCEPTION 'transfer % is not of this transaction', new.transfer_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER same_transaction BEFORE INSERT ON public.wallet_entry
FOR EACH ROW EXECUTE FUNCTION public.wallet_join_transfer();

-- Every transfer adds up to zero in every currency, that is in the currency of each of its
-- entries; every entry stands on an account of its currency, numbered if and only if the
-- account is a player's, and counted by it.
CREATE FUNCTION public.wallet_check_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF (SELECT sum(amount) FROM wallet_entry
        WHERE transfer_id = new.transfer_id AND currency_id = new.currency_id) <> 0 THEN
        RAISE EXCEPTION 'transfer % does not add up to zero', new.transfer_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT EXISTS (
        SELECT FROM wallet_account
        WHERE id = new.account_id AND currency_id = new.currency_id
          AND (player_id IS NULL) = (new.seq IS NULL) AND seq >= coalesce(new.seq, 0)
    ) THEN
        RAISE EXCEPTION 'entry % does not belong on account %', new.id, new.account_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER zero_sum AFTER INSERT ON public.wallet_entry
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION public.wallet_check_entry();

REVOKE ALL ON FUNCTION
    public.wallet_refuse_account(), public.wallet_check_account(),
    public.wallet_check_transfer(), public.wallet_join_transfer(),
    public.wallet_check_entry()
FROM PUBLIC;
