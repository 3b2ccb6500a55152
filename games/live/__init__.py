"""The table as it is being played: hubs hold it, the writer makes it durable, pumps show it."""
