DROP FUNCTION public.wallet_block_holds(bigint);
DROP FUNCTION public.seal_ledger(integer);
DROP FUNCTION public.wallet_block(xid8, xid8, bytea);
DROP INDEX public.wallet_transfer_xact;
