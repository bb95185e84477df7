-- The functions still do all that they did before.
SELECT NULL;
