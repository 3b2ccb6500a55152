"""Vietnamese numbers as people write them: 1.284 points. Django's own format does not group."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "."
NUMBER_GROUPING = 3
