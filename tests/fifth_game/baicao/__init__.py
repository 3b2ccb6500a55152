"""Bài Cào: hands · rules · moves · play · view; from views: events · page."""
