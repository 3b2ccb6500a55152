"""Big 2: hands · plays · rules · moves · play · scoring · view; from views: events · page · plans · bot."""
