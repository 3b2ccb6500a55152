"""NN-12, NN-13: what a nhà con wins or loses, in stakes."""

from games.niuniu.hands import Bull


def duel(con: Bull, cai: Bull) -> int:
    """NN-12  The higher (multiplier, points) wins its own multiplier; equal pushes, none against none too."""
    if con.strength == cai.strength:
        return 0
    return con.multiplier if con.strength > cai.strength else -cai.multiplier


def payout(con: Bull, cai: Bull) -> int:
    """NN-13  The nhà cái's hand plays no part: a bull wins its multiplier, no bull loses the stake."""
    return con.multiplier or -1
