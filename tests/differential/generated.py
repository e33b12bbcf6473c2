def sequences(seed, count): return []
