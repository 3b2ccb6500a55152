"""Chinese Rummy: melds · rules · moves · proposal · play · scoring · view; then events · page · bot."""
