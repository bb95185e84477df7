-- The currencies of the house and its accounts in each. Fillfactor leaves room on the
-- page, so that a changed balance needs no new index entry.
ALTER TABLE public.wallet_account SET (fillfactor = 70);

INSERT INTO public.wallet_currency (code, minor_digits) VALUES
    ('USD', 2), ('VES', 2), ('COP', 2), ('DOP', 2), ('EUR', 2), ('PLY', 2);

INSERT INTO public.wallet_account (house_code, currency_id)
SELECT house.code, currency.code
FROM (VALUES (1, 'bank'), (2, 'in_play'), (3, 'game_result'), (4, 'fx'), (5, 'bonus'),
             (6, 'adjustment'), (7, 'withdrawal_pending')) AS house (place, code),
     public.wallet_currency AS currency
ORDER BY currency.code, house.place;
