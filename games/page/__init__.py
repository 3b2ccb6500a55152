"""The words a game's page is made of."""
