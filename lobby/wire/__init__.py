"""What every socket of the house does alike: who may open it, what may come in, why it closes."""
