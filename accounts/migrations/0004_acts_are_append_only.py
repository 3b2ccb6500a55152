"""The database itself keeps what staff did: no line is changed, none is deleted. Who was banned before there
were terms is banned for good.

On SQLite a later migration that alters `accounts_modaction` builds the table anew and loses its triggers: it has
to create them again, and a test says so.
"""

from datetime import UTC, datetime

from django.db import migrations

REFUSAL = "an act of staff is never changed or deleted; its opposite is added"

SQLITE = tuple(
    f"""
    CREATE TRIGGER accounts_modaction_{past} BEFORE {event} ON accounts_modaction
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """
    for event, past in (("DELETE", "deleted"), ("UPDATE", "changed"))
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION accounts_modaction_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    *(
        f"""
        CREATE TRIGGER accounts_modaction_{past} BEFORE {event} ON accounts_modaction
        FOR EACH ROW EXECUTE FUNCTION accounts_modaction_refuse()
        """
        for event, past in (("DELETE", "deleted"), ("UPDATE", "changed"))
    ),
)
BACK_ON_SQLITE = ("DROP TRIGGER accounts_modaction_changed", "DROP TRIGGER accounts_modaction_deleted")
BACK_ON_POSTGRESQL = (
    "DROP TRIGGER accounts_modaction_changed ON accounts_modaction",
    "DROP TRIGGER accounts_modaction_deleted ON accounts_modaction",
    "DROP FUNCTION accounts_modaction_refuse()",
)


def on_each(sqlite, postgresql):
    def run(apps, schema_editor):
        for statement in {"sqlite": sqlite, "postgresql": postgresql}[schema_editor.connection.vendor]:
            schema_editor.execute(statement, params=None)

    return run


def ban_for_good(apps, schema_editor):
    out = apps.get_model("accounts", "User").objects.filter(is_active=False, banned_until=None)
    out.update(banned_until=datetime(9999, 1, 1, tzinfo=UTC))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_acts")]

    operations = [
        migrations.RunPython(on_each(SQLITE, POSTGRESQL), on_each(BACK_ON_SQLITE, BACK_ON_POSTGRESQL)),
        migrations.RunPython(ban_for_good, migrations.RunPython.noop),
    ]
