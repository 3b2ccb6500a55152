"""What people report to the staff, and what comes of it."""
