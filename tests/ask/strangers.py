#!/usr/bin/env python3
"""Questions that strangers asked of databases, and the SQL that they wrote for them.

    tests/ask/strangers.py PROGRAM QUESTIONS.json DATABASES [--only NAME,NAME…] [--verbose]

QUESTIONS is a list of `question`, `query`, `db_id`, as text-to-SQL benchmarks publish them; DATABASES holds
`NAME/NAME.sqlite`, or `NAME.sqlite`, of the same names. Neither is kept here.

An answer is right if its rows are those of the SQL, in any order, with at least its columns; where only the first of more
rows are shown, if each of these is one of them and there are as many. SQL that takes the first rows of an order takes one of
several that are equal by chance: there an answer is right as well that shows all of these. Questions whose SQL finds nothing
are left out. Every number is one of questions; "wrong" is an answer without a doubt whose rows are others.
"""

import collections
import itertools
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from tables import written  # noqa: E402

# Ways to lay the columns of an answer beside those of the SQL that are tried.
WAYS = 2000


def cell(value):
    """A value as it is compared: numbers with two digits, texts in one line."""
    text = value if isinstance(value, str) else written(value)
    text = "".join(" " if c in "\n\r\t" else c for c in text).strip()
    try:
        return f"{float(text):.2f}"
    except ValueError:
        return text


def is_right(due, counted):
    """Whether rows are those that are due."""
    due = [tuple(map(cell, row)) for row in due]
    rows = [tuple(map(cell, row)) for row in counted["rows"]]
    if not rows:
        return False
    if counted["total"] > len(rows):
        holds = lambda row: any(all(value in row for value in one) for one in due)
        return counted["total"] == len(due) and all(map(holds, rows))
    ways = []
    for at in range(len(due[0])):
        values = {row[at] for row in due}
        ways.append([own for own in range(len(rows[0])) if {row[own] for row in rows} == values])
    for way in itertools.islice(itertools.product(*ways), WAYS):
        picked = {tuple(row[own] for own in way) for row in rows}
        if len(set(way)) == len(way) and picked == set(due):
            return True
    return False


def with_equal(db, query):
    """The rows of SQL that takes the first of an order, with all that are equal to the last of them; none of other SQL."""
    found = re.fullmatch(r"(SELECT (?!DISTINCT).*?)( FROM .*) ORDER BY (.+?)( ASC| DESC)? LIMIT (\d+)", query.strip(" ;"), re.S | re.I)
    if found is None or re.search(r"\b(UNION|INTERSECT|EXCEPT)\b", query, re.I):
        return []
    shown, rest, by, falls, limit = found.groups()
    rows = db.execute(f"{shown}, ({by}){rest} ORDER BY {by}{falls or ''}").fetchall()
    last = rows[min(int(limit), len(rows)) - 1][-1]
    end = max(at for at, row in enumerate(rows) if row[-1] == last)
    return [row[:-1] for row in rows[: end + 1]]


def kind(query):
    """How much its SQL does."""
    query = query.lower()
    if query.count("select") > 1:
        return "nested"
    return "several tables" if " join " in query else "one table"


def main():
    program, questions, databases = sys.argv[1:4]
    only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else None
    tally = collections.Counter()
    for case in json.loads(pathlib.Path(questions).read_text(encoding="utf-8")):
        name = case["db_id"]
        if only and name not in only:
            continue
        paths = [pathlib.Path(databases, name, f"{name}.sqlite"), pathlib.Path(databases, f"{name}.sqlite")]
        path = next((path for path in paths if path.exists()), None)
        if path is None:
            continue
        db = sqlite3.connect(path)
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        due = db.execute(case["query"]).fetchall()
        if not due:
            continue
        with tempfile.TemporaryDirectory() as folder:
            shutil.copyfile(path, pathlib.Path(folder, path.name))
            run = subprocess.run([program, "ask", "--format", "json", case["question"], folder], capture_output=True, text=True, check=False)
        answer = json.loads(run.stdout)
        counted = answer["counted"]
        if counted and counted["route"] == "sql":
            all_equal = with_equal(db, case["query"])
            said = "right" if is_right(due, counted) or all_equal and is_right(all_equal, counted) else "wrong"
        else:
            said = "passages" if answer["answered"] else "declined"
        tally[kind(case["query"]), said] += 1
        if "--verbose" in sys.argv and said != "right":
            print(f"{said}  {name}: {case['question']}\n    {counted['query'] if counted else answer['notes']}\n    {case['query']}")
    for one in ["one table", "several tables", "nested"]:
        count = {said: tally[one, said] for said in ["right", "wrong", "declined", "passages"]}
        print(f"{one}: {sum(count.values())} asked, {count}")


if __name__ == "__main__":
    main()
