"""One next round from what was played: at random, by points, by neighbours in rank or in lot order."""
