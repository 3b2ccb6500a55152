"""Xì Dách: hands · rules · moves · play · scoring · view; from views: events · page · bot."""
