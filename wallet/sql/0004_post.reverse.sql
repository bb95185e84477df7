DROP FUNCTION public.post(uuid, text, bigint, jsonb, uuid, bigint, jsonb);
DROP FUNCTION public.wallet_apply(public.wallet_transfer, jsonb);
DROP FUNCTION public.wallet_hold(text, uuid, bigint, text, bigint);
DROP FUNCTION public.wallet_open(jsonb);
DROP FUNCTION public.wallet_undo(bigint, bigint);
DROP FUNCTION public.wallet_first_answer(uuid, bytea);
DROP FUNCTION public.wallet_content(text, bigint, jsonb);
