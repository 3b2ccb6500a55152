"""What accounts has in the back office, by subject. To import it registers all of it."""

from accounts.admin import acts, appeals, people, rights
from accounts.reports import admin as reports

__all__ = ["acts", "appeals", "people", "reports", "rights"]
