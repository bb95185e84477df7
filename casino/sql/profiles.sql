-- Which versions of the profile judged a round's bet is fixed, like everything about how it began.
CREATE TRIGGER profile_stays BEFORE UPDATE ON casino_round FOR EACH ROW
WHEN ((NEW.profile_id, NEW.country_profile_id) IS DISTINCT FROM (OLD.profile_id, OLD.country_profile_id))
EXECUTE FUNCTION public.journal_refuse_change();
