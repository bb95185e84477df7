-- What reports look for: a day of rounds, of shoes, of movements. Movements come in the order of time,
-- so that a summary of each stretch of the table is enough; entries are found by theirs.
CREATE INDEX casino_round_finished ON public.casino_round (finished_at);
CREATE INDEX casino_shoe_opened ON public.casino_shoe (opened_at);
CREATE INDEX wallet_transfer_created ON public.wallet_transfer
USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
-- Cash and corrections are few among the movements of play, and asked for alone.
CREATE INDEX wallet_transfer_beside_play ON public.wallet_transfer (created_at)
WHERE kind NOT IN ('bet', 'settle', 'refund');
