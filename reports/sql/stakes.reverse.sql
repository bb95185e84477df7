DROP TRIGGER of_open_day ON public.reports_dayofstakes;
