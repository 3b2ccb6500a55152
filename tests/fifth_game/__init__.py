"""A game that nobody is offered: the proof that the house takes one in as a folder and a name."""
