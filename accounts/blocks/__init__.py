"""How people protect themselves: whom they are kept apart from, and whom they do not hear."""
