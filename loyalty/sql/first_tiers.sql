-- The first tiers, proposed by nobody. They return from 0.05 % to 0.15 % of the stakes: less than the house edge of each of the
-- first tables.
WITH made AS (
    INSERT INTO loyalty_tierset (window_days, effective_at, reason, proposed_by_id)
    VALUES (365, '2000-01-01 00:00+00', 'the first tiers', NULL) RETURNING id
)
INSERT INTO loyalty_tier (tier_set_id, name, name_es, threshold, multiplier, redemption)
SELECT made.id, tier.name, tier.name_es, tier.threshold, tier.multiplier, tier.redemption
FROM made, (VALUES ('Bronze', 'Bronce', 0, 100, 5), ('Silver', 'Plata', 100000, 110, 6),
                   ('Gold', 'Oro', 1000000, 125, 8), ('Diamond', 'Diamante', 5000000, 150, 10))
           AS tier (name, name_es, threshold, multiplier, redemption);
INSERT INTO loyalty_tiersetdecision (proposal_id, approved, decided_by_id, reason)
SELECT id, true, NULL, '' FROM loyalty_tierset;
