"""Where people come from: never an address, only keyed hashes of it and of its network, for some time."""
