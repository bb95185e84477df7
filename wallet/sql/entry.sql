-- The entries, one partition per month. The primary key includes the partition column, as PostgreSQL
-- requires. An account still gives each number once across all months: a number is the account's
-- own `seq` after its movement, and the account's row only counts up.
CREATE TABLE public.wallet_entry (
    transfer_id bigint NOT NULL,
    account_id bigint NOT NULL,
    currency_id varchar(3) NOT NULL,
    amount bigint NOT NULL,
    seq bigint,
    balance_after bigint,
    created_at timestamptz NOT NULL,
    xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (transfer_id, account_id, created_at)
) PARTITION BY RANGE (created_at);

CREATE UNIQUE INDEX wallet_entry_seq ON public.wallet_entry (account_id, seq, created_at)
WHERE seq IS NOT NULL;
