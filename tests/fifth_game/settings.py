"""The house with one game more: a name in the list, and nothing else."""

from config.games import GAMES

GAMES.append("tests.fifth_game.baicao")  # before the settings look into the folders of the list

from config.settings import *  # noqa: E402, F403
