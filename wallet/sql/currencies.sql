-- The kinds of house account and the currencies, as in `wallet.ledger.models.HouseAccount` and `accounts.values.currencies.CurrencyCode`.
-- Inserting a row is enough: triggers open the accounts and set the initial limits.
INSERT INTO public.wallet_house_kind (code, takes_play_money) VALUES
    ('loyalty', false), ('bank', false), ('in_play', true), ('game_result', true), ('fx', false), ('bonus', true),
    ('adjustment', true), ('withdrawal_pending', false), ('receivable', false), ('suspense', true);

INSERT INTO public.wallet_currency (code, minor_digits, is_base, is_play_money, deposit_least, deposit_most,
                                    withdrawal_least, withdrawal_most) VALUES
    ('USD', 2, true, false, 100, 100000000, 50000, 100000000),
    ('VES', 2, false, false, 100000, 20000000000, 10000000, 20000000000),
    ('COP', 2, false, false, 1000000, 400000000000, 200000000, 400000000000),
    ('DOP', 2, false, false, 10000, 6000000000, 3000000, 6000000000),
    ('EUR', 2, false, false, 100, 100000000, 50000, 100000000),
    ('PLY', 2, false, true, NULL, NULL, NULL, NULL);

REVOKE ALL ON FUNCTION public.wallet_house_account(text, text) FROM PUBLIC;
