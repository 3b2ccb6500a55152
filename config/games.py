"""The games of the house."""

# Each is one folder: rules, pages, words, templates and static files. In the order the house shows them.
GAMES = ["games.xidach", "games.bigtwo", "games.rummy", "games.niuniu"]
