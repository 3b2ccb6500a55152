"""Old rounds: the page of a round, a room's history, its ledger as a file."""
