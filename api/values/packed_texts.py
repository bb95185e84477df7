"""Texts stored in few bytes: compressed with a dictionary of what most answers repeat.

A packed text begins with the number of its dictionary. Texts are unpacked for as long as answers are kept, so a
dictionary never changes: a better one gets the next number, and is then used for new texts.
"""

import zlib
from typing import Final

_LEVEL: Final = 6
_FIRST: Final = (
    b'{"type":"urn:ligalo:problem:conflict","title":"Conflict","status":409,"detail":"","code":"conflict","err'
    b'ors":[{"field":"boxes.0.stake","code":"limit_reached","detail":""}]}"even_money","decline","insure","out'
    b'come":"blackjack","outcome":"bust","outcome":"lose","outcome":"push","outcome":"surrender","status":"can'
    b'celled","side_bets":{"perfect_pairs":{"stake":{"amount":"1.00","currency":"EUR"},"outcome":null,"payout"'
    b':null}},"insurance":{"stake":{"amount":"0.50","currency":"DOP"},"outcome":null,"payout":null},"phase":"b'
    b'efore_peek","min_amount":{"amount":"0.10","currency":"PLY"},"max_amount":{"amount":"1.00","currency":"PL'
    b'Y"},"enabled":false,"code":"insufficient_funds","reason":""play_money":{"low":{"amount":"10.00","currenc'
    b'y":"PLY"},"full":{"amount":"1000.00","currency":"PLY"},"next_at":{"table":"ligalo","currency":"USD","bal'
    b'ance":{"amount":"100.00","currency":"USD"},"net":{"amount":"-0.20","currency":"USD"},"session_started_at'
    b'":"2026-01-01T00:00:00.000000Z","round":{"id":"","number":"R-","table":"ligalo","shoe":"","nonce":1,"sta'
    b'tus":"completed","frozen":false,"house_played":false,"step":0,"felt":{"dealer":{"cards":["7H","3C"],"tot'
    b'al":10,"soft":false},"face_down":false,"boxes":[{"box":1,"is_behind":false,"hands":[{"number":1,"cards":'
    b'["5D","KD","TS"],"total":25,"soft":false,"stake":{"amount":"0.10","currency":"USD"},"added":{"amount":"0'
    b'.10","currency":"USD"},"outcome":"bust","payout":{"amount":"0.00","currency":"USD"}}],"side_bets":{},"in'
    b'surance":null,"staked":{"amount":"0.20","currency":"USD"},"returned":{"amount":"0.00","currency":"USD"},'
    b'"net":{"amount":"-0.20","currency":"USD"}}],"turn":null},"actions":[],"staked":{"amount":"0.20","currenc'
    b'y":"USD"},"returned":{"amount":"0.00","currency":"USD"},"net":{"amount":"-0.20","currency":"USD"},"balan'
    b'ce_before":{"amount":"100.00","currency":"USD"},"balance_after":{"amount":"100.00","currency":"USD"},"st'
    b'arted_at":"2026-01-01T00:00:00.000000Z","finished_at":"2026-01-01T00:00:00.000000Z","house_plays_at":"20'
    b'26-01-01T00:00:00.000000Z"},"shoe":{"id":"","commitment":"","rules_hash":"","nonce":2,"is_opened":true,"'
    b'client_seed":"ligalo-","cards_dealt":5,"cards_total":312,"cut_card_at":234,"cuts":null},"stopped":false,'
    b'"bet":{"boxes":[1],"limits":{"currency":"USD","min_bet":{"amount":"0.10","currency":"USD"},"max_bet":{"a'
    b'mount":"50.00","currency":"USD"},"min_player":null,"max_player":null,"max_round":{"amount":"200.00","cur'
    b'rency":"USD"},"max_insurance":null,"min_side":{"amount":"0.10","currency":"USD"},"max_side":null,"step":'
    b'{"amount":"0.10","currency":"USD"},"chips":[{"amount":"0.10","currency":"USD"},{"amount":"0.50","currenc'
    b'y":"USD"},{"amount":"1.00","currency":"USD"},{"amount":"5.00","currency":"USD"},{"amount":"25.00","curre'
    b'ncy":"USD"}]},"min_total":null,"max_total":null,"max_by_own_limits":null},"barred":null,"reality_check":'
    b'null,"reality_check_in":3600,"time_left":null,"play_money":null}{"table":"ligalo","currency":"USD","bala'
    b'nce":{"amount":"100.00","currency":"USD"},"net":{"amount":"-1.55","currency":"USD"},"session_started_at"'
    b':"2026-01-01T00:00:00.000000Z","round":{"id":"","number":"R-","table":"ligalo","shoe":"","nonce":13,"sta'
    b'tus":"in_progress","frozen":false,"house_played":false,"step":0,"felt":{"dealer":{"cards":["2D"],"total"'
    b':2,"soft":false},"face_down":true,"boxes":[{"box":1,"is_behind":false,"hands":[{"number":1,"cards":["QH"'
    b',"QD"],"total":20,"soft":false,"stake":{"amount":"0.10","currency":"USD"},"added":{"amount":"0.00","curr'
    b'ency":"USD"},"outcome":null,"payout":null}],"side_bets":{},"insurance":null,"staked":{"amount":"0.10","c'
    b'urrency":"USD"},"returned":null,"net":null}],"turn":{"box":1,"hand":1,"phase":"play"}},"actions":[{"acti'
    b'on":"hit","cost":null,"enabled":true,"code":"","reason":"","min_amount":null,"max_amount":null},{"action'
    b'":"stand","cost":null,"enabled":true,"code":"","reason":"","min_amount":null,"max_amount":null},{"action'
    b'":"double","cost":{"amount":"0.10","currency":"USD"},"enabled":true,"code":"","reason":"","min_amount":n'
    b'ull,"max_amount":null},{"action":"split","cost":{"amount":"0.10","currency":"USD"},"enabled":true,"code"'
    b':"","reason":"","min_amount":null,"max_amount":null},{"action":"surrender","cost":null,"enabled":true,"c'
    b'ode":"","reason":"","min_amount":null,"max_amount":null}],"staked":{"amount":"0.10","currency":"USD"},"r'
    b'eturned":null,"net":null,"balance_before":{"amount":"100.00","currency":"USD"},"balance_after":null,"sta'
    b'rted_at":"2026-01-01T00:00:00.000000Z","finished_at":null,"house_plays_at":"2026-01-01T00:00:00.000000Z"'
    b'},"shoe":{"id":"","commitment":"","rules_hash":"","nonce":14,"is_opened":true,"client_seed":"ligalo-","c'
    b'ards_dealt":64,"cards_total":312,"cut_card_at":234,"cuts":null},"stopped":false,"bet":null,"barred":null'
    b',"reality_check":null,"reality_check_in":null,"time_left":null,"play_money":null}'
)
_DICTIONARIES: Final = (_FIRST,)


def pack_text(text: str) -> bytes:
    """Return the text in few bytes; an empty one in none."""
    if not text:
        return b""
    number = len(_DICTIONARIES)
    packing = zlib.compressobj(_LEVEL, zdict=_DICTIONARIES[number - 1])
    return bytes([number]) + packing.compress(text.encode()) + packing.flush()


def unpack_text(packed: bytes) -> str:
    """Return the text that was packed, exactly. Raises zlib.error for bytes that were altered."""
    if not packed:
        return ""
    unpacking = zlib.decompressobj(zdict=_DICTIONARIES[packed[0] - 1])
    return (unpacking.decompress(packed[1:]) + unpacking.flush()).decode()
