DROP TRIGGER follows ON public.casino_voidstep;
DROP TRIGGER keep ON public.casino_void;
DROP TRIGGER kept ON public.casino_void;
DROP TRIGGER guard ON public.casino_void;
DROP FUNCTION public.casino_void_step();
DROP FUNCTION public.casino_void_kept();
DROP FUNCTION public.casino_void_guard();
