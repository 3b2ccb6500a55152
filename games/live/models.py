"""What server processes tell each other through the database."""

from django.db import models


class Chore(models.Model):
    """What is done by one process for all, and when next. Who takes it puts that off, so nobody else does."""

    name = models.CharField(primary_key=True, max_length=16)
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.due_at.isoformat()}"
