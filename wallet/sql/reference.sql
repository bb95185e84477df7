-- The currencies of the house and its accounts in each. Fillfactor leaves room on the
-- page, so that a changed balance needs no new index entry.
ALTER TABLE public.wallet_account SET (fillfactor = 70);

INSERT INTO public.wallet_currency (code, minor_digits) VALUES
    ('USD', 2), ('VES', 2), ('COP', 2), ('DOP', 2), ('EUR', 2), ('PLY', 2);

-- Their numbers are known where entries are written (wallet_write, write.sql):
-- ten times the currency's number there, and the account's here. A player's are above 1000.
ALTER TABLE public.wallet_account ALTER COLUMN id RESTART WITH 1001;
INSERT INTO public.wallet_account (id, house_code, currency_id, floor)
SELECT 10 * currency.number + house.place, house.code, currency.code, 0
FROM (VALUES (0, 'loyalty'), (1, 'bank'), (2, 'in_play'), (3, 'game_result'), (4, 'fx'), (5, 'bonus'),
             (6, 'adjustment'), (7, 'withdrawal_pending'), (8, 'receivable'), (9, 'suspense')) AS house (place, code),
     (VALUES (1, 'USD'), (2, 'VES'), (3, 'COP'), (4, 'DOP'), (5, 'EUR'), (6, 'PLY')
     ) AS currency (number, code)
ORDER BY 1;
