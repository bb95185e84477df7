DROP INDEX public.wallet_transfer_beside_play;
DROP INDEX public.wallet_transfer_created;
DROP INDEX public.casino_shoe_opened;
DROP INDEX public.casino_round_finished;
