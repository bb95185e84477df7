-- Indexes for reports, which read a day of rounds, shoes or transfers. Transfers are in chronological order,
-- so a BRIN index is enough; entries are found through their transfers.
CREATE INDEX casino_round_finished ON public.casino_round (finished_at);
CREATE INDEX casino_shoe_opened ON public.casino_shoe (opened_at);
CREATE INDEX wallet_transfer_created ON public.wallet_transfer
USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
-- Cash and corrections are few among the transfers of play, and are queried alone.
CREATE INDEX wallet_transfer_beside_play ON public.wallet_transfer (created_at)
WHERE kind NOT IN ('bet', 'settle', 'refund');
