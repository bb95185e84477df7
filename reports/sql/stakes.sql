-- The rows of insurance and side bets come with the closing of their day's decisions.
CREATE TRIGGER of_open_day AFTER INSERT ON public.reports_dayofstakes REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION public.reports_of_open_day('decisions');
