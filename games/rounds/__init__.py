"""What happened in rooms, for good: rounds, their moves, their scores."""
