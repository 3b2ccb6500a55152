"""Big 2: hands · plays · rules · moves · play · scoring · view; from views: events · zones · plans · bot."""
