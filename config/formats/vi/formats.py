"""Vietnamese numbers and days as people write them: 1.284 points since 3 tháng 7, 2025. Django's own formats
do not group, and begin a day with a capital even in mid-sentence."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "."
NUMBER_GROUPING = 3
DATE_FORMAT = r"j \t\h\á\n\g n, Y"
DATETIME_FORMAT = r"H:i, j \t\h\á\n\g n, Y"
SHORT_DATE_FORMAT = "j/n/Y"
SHORT_DATETIME_FORMAT = "H:i j/n/Y"
