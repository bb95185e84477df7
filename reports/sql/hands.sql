-- The rows of players' statistics come with the closing of their day's hands, as those of figures with theirs.
CREATE TRIGGER of_open_day AFTER INSERT ON public.reports_dayofhands REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION public.reports_of_open_day('hands');
