"""The database itself keeps the ledger: no line is deleted, and of a line only who it belongs to may change.

On SQLite a later migration that alters `games_score` builds the table anew and loses its triggers: it has to
create them again, and a test says so.
"""

from django.db import migrations

FIXED = ("id", "round_id", "room_id", "seat", "points", "sheet", "reverses", "at")
REFUSAL = "a line of the ledger is never changed or deleted; its opposite is added"

SQLITE = (
    f"""
    CREATE TRIGGER games_score_deleted BEFORE DELETE ON games_score
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
    f"""
    CREATE TRIGGER games_score_changed BEFORE UPDATE ON games_score
    WHEN {" OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in FIXED)}
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION games_score_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    """
    CREATE TRIGGER games_score_deleted BEFORE DELETE ON games_score
    FOR EACH ROW EXECUTE FUNCTION games_score_refuse()
    """,
    f"""
    CREATE TRIGGER games_score_changed BEFORE UPDATE ON games_score
    FOR EACH ROW WHEN ({" OR ".join(f'OLD."{name}" IS DISTINCT FROM NEW."{name}"' for name in FIXED)})
    EXECUTE FUNCTION games_score_refuse()
    """,
)
BACK_ON_SQLITE = ("DROP TRIGGER games_score_changed", "DROP TRIGGER games_score_deleted")
BACK_ON_POSTGRESQL = (
    "DROP TRIGGER games_score_changed ON games_score",
    "DROP TRIGGER games_score_deleted ON games_score",
    "DROP FUNCTION games_score_refuse()",
)


def on_each(sqlite, postgresql):
    def run(apps, schema_editor):
        for statement in {"sqlite": sqlite, "postgresql": postgresql}[schema_editor.connection.vendor]:
            schema_editor.execute(statement, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0005_keys_of_moves")]

    operations = [
        migrations.RunPython(on_each(SQLITE, POSTGRESQL), on_each(BACK_ON_SQLITE, BACK_ON_POSTGRESQL)),
    ]
