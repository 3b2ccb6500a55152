"""How a database finds what it is asked for: what it reads from end to end, and in how many steps."""

import json
import re
from contextlib import contextmanager

from django.db import connection

# What grows with every round, every person and every evening.
GROWS = {
    "account_emailaddress", "accounts_appeal", "accounts_modaction", "accounts_notice", "accounts_report",
    "accounts_user", "accounts_whereabouts", "django_session", "games_move", "games_round", "games_roundseat",
    "games_roundsecret", "games_score",
    "games_standing", "games_suspicion", "lobby_admission", "lobby_chatline", "lobby_presence", "lobby_room",
    "lobby_roomevent", "lobby_seat",
}  # fmt: skip
PART = {"rounds_that_are_due", "one_live_round_a_room"}  # indexes of what runs now, short for ever
# Of those who were shown out or have gone, not of everybody; of what waits for staff.
FEW = {"people_not_shown", "suspicions_that_wait"}
SHARED = {"season", "game", "ruleset", "points", "rounds"}  # of one value of these everybody has a row


@contextmanager
def asked():
    """Every statement that is asked meanwhile, with its values."""
    statements = []

    def keep(execute, sql, params, many, context):
        if not many and re.match(r"\s*(SELECT|UPDATE|DELETE)", sql):
            statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield statements


def scans(statements):
    """Those that read a table that grows from end to end, and what they do instead of looking it up."""
    explain = {"sqlite": _scans_on_sqlite, "postgresql": _scans_on_postgresql}[connection.vendor]
    return [
        (sql, found) for sql, params in dict.fromkeys(_frozen(statements)) if (found := explain(sql, params))
    ]


def _frozen(statements):
    return [(sql, tuple(params or ())) for sql, params in statements]


def _scans_on_sqlite(sql, params):
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        plan = [detail for *_ids, detail in cursor.fetchall()]
    names = {short: table for table, short in re.findall(r'"(\w+)" "?([T-W]\d+)"?', sql)}
    read = [(re.match(r"SCAN (\w+)", line), line) for line in plan]
    return [
        line
        for found, line in read
        if found and names.get(found[1], found[1]) in GROWS and not any(part in line for part in PART | FEW)
    ]


def walks(statements):
    """Those for which SQLite goes through a part of an index that grows with everybody: it is looked up by
    what all of them share, and nothing says after how many rows it ends."""
    return [
        (sql, found) for sql, params in dict.fromkeys(_frozen(statements)) if (found := _walked(sql, params))
    ]


def _walked(sql, params):
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        plan = [detail for *_ids, detail in cursor.fetchall()]
    gathered = "GROUP BY" in sql or any("USE TEMP B-TREE" in line for line in plan)
    if "LIMIT" in sql and not gathered:
        return []
    searched = [(line, re.search(r"^SEARCH .*\((.*)\)$", line)) for line in plan]
    return [line for line, by in searched if by and set(re.findall(r"(\w+)[=<>]", by[1])) <= SHARED]


def _scans_on_postgresql(sql, params):
    """Tables of a test are short; so it is told to read none from end to end where it can do otherwise."""
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()
        cursor.execute("RESET enable_seqscan")
    return list(_found_in(json.loads(plan) if isinstance(plan, str) else plan))


def _found_in(plan):
    if isinstance(plan, list):
        for node in plan:
            yield from _found_in(node)
    elif isinstance(plan, dict):
        if _reads_all(plan):
            yield f"{plan['Node Type']} {plan.get('Relation Name', '')} {plan.get('Index Name', '')}"
        yield from _found_in([inner for inner in plan.values() if isinstance(inner, dict | list)])


def _reads_all(node):
    if "Index Cond" in node or node.get("Index Name") in PART | FEW:
        return False
    kind = node.get("Node Type", "")
    reads = kind in ("Seq Scan", "Index Scan", "Index Only Scan") and node["Relation Name"] in GROWS
    return reads or kind == "Bitmap Index Scan"


def sorts(statements):
    """Those for which SQLite gathers all rows of a growing table to put them in order."""
    found = []
    for sql, params in dict.fromkeys(_frozen(statements)):
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
                plan = [detail for *_ids, detail in cursor.fetchall()]
            if "USE TEMP B-TREE FOR ORDER BY" in plan and any(f'FROM "{table}"' in sql for table in GROWS):
                found.append(sql)
    return found


WAYS_OF_THE_FEW = (
    "enable_seqscan",
    "enable_hashjoin",
    "enable_mergejoin",
    "enable_bitmapscan",
)


def rows_read(statements):
    """How many rows of growing tables PostgreSQL reads for them, whether it keeps them or not; it is told to
    leave what pays with few rows only: to read a table from end to end, once for all."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for way in WAYS_OF_THE_FEW:
            cursor.execute(f"SET {way} = off")
        count = 0
        for sql, params in _frozen(statements):
            if sql.startswith("SELECT"):
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                (plan,) = cursor.fetchone()
                count += sum(_read_by(json.loads(plan) if isinstance(plan, str) else plan))
        for way in WAYS_OF_THE_FEW:
            cursor.execute(f"RESET {way}")
    return count


def _read_by(plan):
    if isinstance(plan, list):
        for node in plan:
            yield from _read_by(node)
    elif isinstance(plan, dict):
        if plan.get("Relation Name") in GROWS or plan.get("Node Type") == "Bitmap Index Scan":
            left_out = plan.get("Rows Removed by Filter", 0)
            yield (plan["Actual Rows"] + left_out) * plan["Actual Loops"]
        yield from _read_by([inner for inner in plan.values() if isinstance(inner, dict | list)])


@contextmanager
def steps():
    """How many steps SQLite takes meanwhile; the same number on every machine."""
    connection.ensure_connection()
    taken = Steps()
    connection.connection.set_progress_handler(taken.one_more, 1)
    try:
        yield taken
    finally:
        connection.connection.set_progress_handler(None, 0)


class Steps:
    count = 0

    def one_more(self):
        self.count += 1
