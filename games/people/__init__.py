"""Who won what: standings, boards, profiles."""
