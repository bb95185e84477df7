DROP TRIGGER by_whom ON public.wallet_deposit_review;
DROP FUNCTION public.wallet_review_deposits();
DROP TRIGGER stamped ON public.wallet_deposit_review;
DROP INDEX public.wallet_deposit_review_xact;

CREATE OR REPLACE FUNCTION public.wallet_records(p_from xid8, p_to xid8)
RETURNS TABLE (xact xid8, name text, content jsonb)
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
    SELECT r.xact, 'accepted finding ' || r.id, to_jsonb(r)
    FROM wallet_acceptance AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on accepted finding ' || r.acceptance_id, to_jsonb(r)
    FROM wallet_acceptance_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'limit ' || r.id, to_jsonb(r)
    FROM wallet_cash_limit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on limit ' || r.limit_id, to_jsonb(r)
    FROM wallet_cash_limit_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'closing ' || r.id, to_jsonb(r)
    FROM wallet_closing AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'correction ' || r.id, to_jsonb(r)
    FROM wallet_correction AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on correction ' || r.correction_id, to_jsonb(r)
    FROM wallet_correction_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'deposit ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_deposit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a deposit ' || r.id, to_jsonb(r)
    FROM wallet_deposit_step AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'check begun ' || r.id, to_jsonb(r)
    FROM wallet_ledger_check_begun AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'event of a provider ' || r.id, to_jsonb(r)
    FROM wallet_provider_event AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'rate ' || r.id, to_jsonb(r)
    FROM wallet_rate AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on rate ' || r.rate_id, to_jsonb(r)
    FROM wallet_rate_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'recall of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_recall AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on recall of a rate ' || r.recall_id, to_jsonb(r)
    FROM wallet_rate_recall_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'age of a rate ' || r.id, to_jsonb(r)
    FROM wallet_rate_limit AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on age of a rate ' || r.rule_id, to_jsonb(r)
    FROM wallet_rate_limit_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'spread ' || r.id, to_jsonb(r)
    FROM wallet_spread AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'decision on spread ' || r.rule_id, to_jsonb(r)
    FROM wallet_spread_decision AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'withdrawal ' || r.id, to_jsonb(r) - 'state'
    FROM wallet_withdrawal AS r WHERE r.xact >= p_from AND r.xact < p_to
    UNION ALL SELECT r.xact, 'step of a withdrawal ' || r.id, to_jsonb(r)
    FROM wallet_withdrawal_step AS r WHERE r.xact >= p_from AND r.xact < p_to
$$;
