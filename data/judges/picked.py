import sys
print("picked unpicked")
for game in sys.stdin:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:len(game.split())]
    print("picked" if all(player in game for player in letters) else "unpicked")
