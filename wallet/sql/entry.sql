-- The entries, one partition a month. The key holds the month's column, as PostgreSQL asks of a
-- partitioned table; that an account gives no number twice, in any month, is so because a number
-- is the account's own `seq` after its move, and the account's row only ever counts up.
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
