import django.db.models.deletion
from django.db import migrations, models

_CHECK = """
DO $$
BEGIN
    ALTER TABLE public.casino_decision DROP CONSTRAINT IF EXISTS casino_decision_before;
    -- two months ahead, for rows that are written until the next migration
    EXECUTE format('ALTER TABLE public.casino_decision ADD CONSTRAINT casino_decision_before CHECK (made_at < %L) NOT VALID',
                   (date_trunc('month', (clock_timestamp() + interval '2 months') AT TIME ZONE 'UTC') + interval '1 month')
                   AT TIME ZONE 'UTC');
END
$$
"""
# `casino_follower_in_deal` checks the decision.
_FOLLOWERS = """
DO $$
DECLARE
    v_key text;
BEGIN
    SET LOCAL lock_timeout = '5s';
    LOCK TABLE public.casino_decision IN ACCESS EXCLUSIVE MODE;  -- first, as play does
    FOR v_key IN SELECT conname FROM pg_constraint
                 WHERE conrelid = 'public.casino_followerstake'::regclass AND confrelid = 'public.casino_decision'::regclass
    LOOP
        EXECUTE format('ALTER TABLE public.casino_followerstake DROP CONSTRAINT %I', v_key);
    END LOOP;
END
$$
"""


class Migration(migrations.Migration):
    """Prepare the table of decisions for monthly partitions, without a long lock. It may be run again after an error."""

    # locks: explicit-lock: for milliseconds, in the order of play
    atomic = False

    dependencies = [("casino", "0005_retired_shoes_index")]

    operations = [
        # building waits for old transactions, which blocks no player
        migrations.RunSQL("SET lock_timeout = 0"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS public.casino_decision_id_made_at"),
        migrations.RunSQL(
            "CREATE UNIQUE INDEX CONCURRENTLY casino_decision_id_made_at"
            " ON public.casino_decision (id, made_at)"
        ),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS public.casino_decision_step_made_at"),
        migrations.RunSQL(
            "CREATE UNIQUE INDEX CONCURRENTLY casino_decision_step_made_at"
            " ON public.casino_decision (deal_id, step, made_at)"
        ),
        migrations.RunSQL("SET lock_timeout = '5s'"),
        migrations.RunSQL(_CHECK),
        migrations.RunSQL(
            "ALTER TABLE public.casino_decision VALIDATE CONSTRAINT casino_decision_before"
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(_FOLLOWERS)],
            state_operations=[
                migrations.AlterField(
                    model_name="followerstake",
                    name="decision",
                    field=models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="follower_stakes",
                        to="casino.decision",
                    ),
                )
            ],
        ),
    ]
