"""Stable roommates with short lists: each player lists others, the favourite first, and would rather be alone than with anyone else.

A matching is stable if no two players who list each other would both rather be together than as they are.
"""
import sys
from itertools import combinations


def stable(lists):
    """Reports whether the players, each with a list, have a stable matching."""
    pairs = [(p, q) for p in lists for q in lists[p] if p < q and p in lists[q]]
    for size in range(len(pairs) + 1):
        for matching in combinations(pairs, size):
            partner = {p: q for p, q in matching} | {q: p for p, q in matching}
            if len(partner) < 2 * size:
                continue  # a player is in two pairs

            def wants(p, q):
                return p not in partner or lists[p].index(q) < lists[p].index(partner[p])

            if not any(wants(p, q) and wants(q, p) for p, q in pairs):
                return True
    return False


print("stable unstable")
for line in sys.stdin:
    words = line.split()
    lists = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", words))
    print("stable" if stable(lists) else "unstable")
