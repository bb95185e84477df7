DROP FUNCTION public.post(uuid, text, bigint, text, bigint, bigint, text, uuid, uuid, bigint, jsonb);
DROP FUNCTION public.wallet_undo(uuid, bigint, jsonb);
DROP FUNCTION public.wallet_answer(bigint, boolean);
DROP TYPE public.wallet_posting;
