DROP TRIGGER decided ON public.wallet_rate_decision;
DROP TRIGGER judged ON public.wallet_rate;
DROP TRIGGER admitted ON public.wallet_rate;
DROP FUNCTION public.wallet_check_decision();
DROP FUNCTION public.wallet_judge_rate();
DROP FUNCTION public.wallet_admit_rate();
DROP FUNCTION public.wallet_rate_jumps(text, numeric);
