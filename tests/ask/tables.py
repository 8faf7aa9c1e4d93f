#!/usr/bin/env python3
"""Writes databases of several tables that refer to each other, and questions whose answers are computed by SQL that was
written by hand.

    tests/ask/tables.py DIR [CHINOOK.sqlite [NORTHWIND.sqlite CLASSICMODELS.sqlite]]
    docql eval --ask DIR/tables.toml --corpus desk=DIR/desk --corpus clinic=DIR/clinic --corpus store=DIR/store \\
      --corpus chinook=DIR/chinook --corpus academy=DIR/academy --split tune

`desk` is a help desk with points of time as Unix seconds, `clinic` has DATETIME and flags, `store` is in Chinese;
`chinook` is the public example, questions about it are written where it is given. Their questions are those by which rules
were mended (`tune`). `academy` is another schema with questions that were written after that (`held`).
Of the two other public databases the tables are written as CSV files, too, and asked the same (`public.toml`).

A case says the lines that the answer must have and how many rows it has; one that must not be counted at all has the
route `search`.
"""

import csv
import datetime
import json
import pathlib
import random
import shutil
import sqlite3
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import tables_held  # noqa: E402
import tables_public  # noqa: E402
import tables_tune  # noqa: E402


def day(rng, first, days):
    """A day, as an ISO date."""
    return first + datetime.timedelta(days=rng.randrange(days))


def unix(rng, first, days):
    """A point of time in seconds."""
    start = datetime.datetime.combine(first, datetime.time(), datetime.timezone.utc)
    return int(start.timestamp()) + rng.randrange(days * 86_400)


FIRST = ["Ada", "Bruno", "Carla", "Dario", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Liam", "Mona", "Nils",
         "Olga", "Pia", "Quinn", "Rosa", "Sven", "Tara", "Umar", "Vera", "Wim", "Yara", "Zeno"]
LAST = ["Abel", "Brandt", "Costa", "Dorn", "Engel", "Fuchs", "Gomes", "Holm", "Ivanov", "Jansen", "Kovac", "Lopes", "Moreau",
        "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Santos", "Tanaka", "Ueda", "Vidal", "Weber", "Yilmaz", "Zimmer"]


def people(rng, count):
    """So many first and last names, none twice."""
    pairs = [(first, last) for first in FIRST for last in LAST]
    rng.shuffle(pairs)
    return pairs[:count]


def desk(db, rng):
    db.executescript("""
        CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE agents (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team_id INTEGER REFERENCES teams(id),
          is_active INTEGER NOT NULL, hired_on TEXT);
        CREATE TABLE customers (id INTEGER PRIMARY KEY, company TEXT NOT NULL, plan TEXT, phone TEXT, signup_ts INTEGER);
        CREATE TABLE tickets (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id),
          assignee_id INTEGER REFERENCES agents(id), subject TEXT, body TEXT, status TEXT, priority TEXT,
          created_at INTEGER NOT NULL, closed_at INTEGER);
        CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE ticket_tags (ticket_id INTEGER REFERENCES tickets(id), tag_id INTEGER REFERENCES tags(id),
          PRIMARY KEY (ticket_id, tag_id));
        CREATE TABLE replies (id INTEGER PRIMARY KEY, ticket_id INTEGER REFERENCES tickets(id),
          agent_id INTEGER REFERENCES agents(id), body TEXT, sent_at INTEGER);
    """)
    for number, name in enumerate(["Billing", "Network", "Onboarding", "Hardware"], 1):
        db.execute("INSERT INTO teams VALUES (?, ?)", (number, name))
    for number, (first, last) in enumerate(people(rng, 24), 1):
        hired = day(rng, datetime.date(2015, 1, 1), 3000).isoformat()
        db.execute("INSERT INTO agents VALUES (?, ?, ?, ?, ?)",
                   (number, f"{first} {last}", min(number % 4, number % 7) % 4 + 1 if number % 11 else None, int(number % 5 > 0), hired))
    for number in range(1, 301):
        company = f"{LAST[number % 25]} {['Works', 'Foods', 'Logistics', 'Studio', 'Labs', 'Trading'][number // 25 % 6]} {number // 150 + 1}"
        phone = f"+49 30 {rng.randrange(10**6, 10**7)}" if rng.random() < .8 else None
        db.execute("INSERT INTO customers VALUES (?, ?, ?, ?, ?)",
                   (number, company, rng.choice(["free", "team", "enterprise"]), phone, unix(rng, datetime.date(2019, 1, 1), 1400)))
    for number, name in enumerate(["outage", "refund", "login", "printer", "export", "feature request"], 1):
        db.execute("INSERT INTO tags VALUES (?, ?)", (number, name))
    for number in range(1, 5001):
        created = unix(rng, datetime.date(2021, 1, 1), 1095)
        status = rng.choices(["open", "pending", "closed"], [2, 1, 7])[0]
        closed = created + rng.randrange(600, 10**6) if status == "closed" else None
        agent = rng.randrange(1, 23) if rng.random() < .9 else None
        customer = min(rng.randrange(1, 281), rng.randrange(1, 281))
        db.execute("INSERT INTO tickets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   (number, customer, agent, f"Case {number}", "It stopped working. " * 3, status,
                    rng.choice(["low", "normal", "urgent"]), created, closed))
        for tag in rng.sample(range(1, 6), rng.randrange(0, 3)):
            db.execute("INSERT INTO ticket_tags VALUES (?, ?)", (number, tag))
        for _ in range(rng.choices([0, 1, 2, 3, 9], [3, 4, 3, 2, .1])[0]):
            db.execute("INSERT INTO replies (ticket_id, agent_id, body, sent_at) VALUES (?, ?, ?, ?)",
                       (number, agent, "We look at it.", created + rng.randrange(60, 10**5)))


def clinic(db, rng):
    db.executescript("""
        CREATE TABLE Departments (DepartmentID INTEGER PRIMARY KEY, DepartmentName VARCHAR(60) NOT NULL);
        CREATE TABLE Doctors (DoctorID INTEGER PRIMARY KEY, FirstName VARCHAR(40), LastName VARCHAR(40), Specialty VARCHAR(40),
          DepartmentID INTEGER REFERENCES Departments(DepartmentID));
        CREATE TABLE Patients (PatientID INTEGER PRIMARY KEY, FirstName VARCHAR(40), LastName VARCHAR(40), DateOfBirth DATE,
          City VARCHAR(40), Email VARCHAR(80), Insured BOOLEAN);
        CREATE TABLE Appointments (AppointmentID INTEGER PRIMARY KEY, PatientID INTEGER REFERENCES Patients(PatientID),
          DoctorID INTEGER REFERENCES Doctors(DoctorID), StartsAt DATETIME NOT NULL, Status VARCHAR(20), Notes TEXT);
        CREATE TABLE Invoices (InvoiceID INTEGER PRIMARY KEY, PatientID INTEGER REFERENCES Patients(PatientID),
          IssuedAt DATETIME, DueDate DATE, Amount NUMERIC(10,2), PaidAt DATETIME);
        CREATE TABLE Medications (MedicationID INTEGER PRIMARY KEY, Name VARCHAR(60));
        CREATE TABLE Prescriptions (PrescriptionID INTEGER PRIMARY KEY, AppointmentID INTEGER REFERENCES Appointments(AppointmentID),
          MedicationID INTEGER REFERENCES Medications(MedicationID), Dose VARCHAR(20));
    """)
    departments = ["Cardiology", "Dermatology", "Pediatrics", "Radiology", "Neurology"]
    for number, name in enumerate(departments, 1):
        db.execute("INSERT INTO Departments VALUES (?, ?)", (number, name))
    names = people(rng, 430)
    for number, (first, last) in enumerate(names[:30], 1):
        db.execute("INSERT INTO Doctors VALUES (?, ?, ?, ?, ?)",
                   (number, first, last, rng.choice(["surgeon", "consultant", "resident"]), number % 5 + 1))
    for number, (first, last) in enumerate(names[30:], 1):
        email = f"{first}.{last}@example.org".lower() if rng.random() < .7 else None
        db.execute("INSERT INTO Patients VALUES (?, ?, ?, ?, ?, ?, ?)",
                   (number, first, last, day(rng, datetime.date(1940, 1, 1), 27000).isoformat(),
                    rng.choice(["Lisbon", "Porto", "Braga", "Faro", "Evora"]), email, int(rng.random() < .8)))
    for number, name in enumerate(["Amoxicillin", "Ibuprofen", "Metformin", "Lisinopril", "Cetirizine", "Tramadol"], 1):
        db.execute("INSERT INTO Medications VALUES (?, ?)", (number, name))
    for number in range(1, 3001):
        at = datetime.datetime.combine(day(rng, datetime.date(2022, 1, 1), 900), datetime.time(rng.randrange(8, 18), rng.choice([0, 20, 40])))
        db.execute("INSERT INTO Appointments VALUES (?, ?, ?, ?, ?, ?)",
                   (number, rng.randrange(1, 371), min(rng.randrange(1, 29), rng.randrange(1, 29)), str(at),
                    rng.choices(["completed", "cancelled", "no-show", "scheduled"], [7, 1, 1, 1])[0], "Seen and advised."))
        for _ in range(rng.choices([0, 1, 2], [5, 3, 1])[0]):
            db.execute("INSERT INTO Prescriptions (AppointmentID, MedicationID, Dose) VALUES (?, ?, ?)",
                       (number, min(rng.randrange(1, 6), rng.randrange(1, 6)), rng.choice(["5 mg", "10 mg", "20 mg"])))
    for number in range(1, 2001):
        issued = datetime.datetime.combine(day(rng, datetime.date(2022, 1, 1), 900), datetime.time(rng.randrange(8, 18)))
        paid = issued + datetime.timedelta(days=rng.randrange(1, 60)) if rng.random() < .8 else None
        db.execute("INSERT INTO Invoices VALUES (?, ?, ?, ?, ?, ?)",
                   (number, rng.randrange(1, 361), str(issued), (issued + datetime.timedelta(days=30)).date().isoformat(),
                    round(rng.uniform(20, 900), 2), str(paid) if paid else None))


def store(db, rng):
    db.executescript("""
        CREATE TABLE 客户 (编号 INTEGER PRIMARY KEY, 姓名 TEXT NOT NULL, 城市 TEXT, 电话 TEXT, 注册日期 TEXT);
        CREATE TABLE 产品 (编号 INTEGER PRIMARY KEY, 名称 TEXT NOT NULL, 类别 TEXT, 单价 REAL);
        CREATE TABLE 订单 (编号 INTEGER PRIMARY KEY, 客户编号 INTEGER REFERENCES 客户(编号), 下单日期 TEXT, 状态 TEXT, 金额 REAL);
        CREATE TABLE 订单明细 (编号 INTEGER PRIMARY KEY, 订单编号 INTEGER REFERENCES 订单(编号),
          产品编号 INTEGER REFERENCES 产品(编号), 数量 INTEGER);
    """)
    surnames, given = "王李张刘陈杨黄赵吴周", ["伟", "芳", "娜", "敏", "静", "磊", "洋", "艳", "勇", "军", "杰", "娟"]
    names = [surname + name for surname in surnames for name in given]
    for number, name in enumerate(names, 1):
        phone = f"13{rng.randrange(10**8, 10**9)}" if rng.random() < .7 else None
        db.execute("INSERT INTO 客户 VALUES (?, ?, ?, ?, ?)",
                   (number, name, rng.choice(["北京", "上海", "广州", "成都"]), phone, day(rng, datetime.date(2020, 1, 1), 800).isoformat()))
    goods = ["茶杯", "台灯", "雨伞", "背包", "水壶", "毛巾", "书架", "键盘", "耳机", "闹钟", "地毯", "窗帘", "枕头", "花瓶"]
    for number, name in enumerate(goods, 1):
        db.execute("INSERT INTO 产品 VALUES (?, ?, ?, ?)", (number, name, ["家居", "电子", "户外"][number % 3], round(rng.uniform(9, 399), 1)))
    for number in range(1, 2501):
        db.execute("INSERT INTO 订单 VALUES (?, ?, ?, ?, ?)",
                   (number, min(rng.randrange(1, 113), rng.randrange(1, 113)), day(rng, datetime.date(2022, 1, 1), 730).isoformat(),
                    rng.choices(["已付款", "未付款", "已取消"], [7, 2, 1])[0], round(rng.uniform(10, 900), 2)))
        for _ in range(rng.randrange(1, 4)):
            db.execute("INSERT INTO 订单明细 (订单编号, 产品编号, 数量) VALUES (?, ?, ?)",
                       (number, min(rng.randrange(1, 13), rng.randrange(1, 13)), rng.randrange(1, 6)))


def write(directory, name, make, seed):
    """A database in a directory of its own."""
    folder = directory / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    db = sqlite3.connect(folder / f"{name}.db")
    make(db, random.Random(seed))
    db.commit()
    return db


def written(cell):
    """A cell as docql writes it: without the digits that only say how it was made."""
    if not isinstance(cell, float):
        return "null" if cell is None else str(cell)
    short = repr(cell)
    if len(short.partition(".")[2]) > 9:
        short = f"{cell:.4f}" if abs(cell) >= 1 else f"{cell:.9f}"
    return short.rstrip("0").rstrip(".") if "." in short else short


def exported(db, folder):
    """The tables of a database as CSV files, null as nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").fetchall():
        rows = db.execute(f"SELECT * FROM [{table}]")
        names = [column[0] for column in rows.description]
        with open(folder / f"{table}.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(names)
            out.writerows(["" if cell is None or isinstance(cell, bytes) else cell for cell in row] for row in rows)


def cases(db, corpus, split, questions):
    """The cases of a corpus as TOML."""
    lines = []
    for kind, question, sql, shape in questions:
        lines += ["[[case]]", f'corpus = "{corpus}"', f'kind = "{kind}"', f'set = "{split}"',
                  f"question = {json.dumps(question, ensure_ascii=False)}"]
        if sql is None:
            lines += ['route = "search"', ""]
            continue
        rows = db.execute(sql).fetchall()
        assert rows and (shape != "first" or rows[0][-1] > rows[1][-1]), question
        if shape == "top name":
            says = [" | ".join(rows[0][:-1])]
        elif shape == "count":
            says = [f"count: {rows[0][0]}"]
        elif shape == "told":
            says = [written(cell) for cell in rows[0]]
        elif shape == "values":
            says = [written(row[-1]) for row in rows]
        else:
            told = rows[:1] if shape == "first" else rows[:20]
            says = [" | ".join(written(cell) for cell in row) for row in told]
        lines += ['route = "sql"', f"says = {json.dumps(says, ensure_ascii=False)}"]
        if shape in ("rows", "values"):
            lines.append(f"rows = {len(rows)}")
        lines.append("")
    return lines


def main():
    directory = pathlib.Path(sys.argv[1])
    lines = []
    for seed, (name, make) in enumerate([("desk", desk), ("clinic", clinic), ("store", store)]):
        db = write(directory, name, make, seed)
        exported(db, directory / f"{name}_csv")
        lines += cases(db, name, "tune", tables_tune.QUESTIONS[name])
    lines += cases(write(directory, "academy", tables_held.academy, 8), "academy", "held", tables_held.QUESTIONS)
    public = []
    for name, file in zip(["northwind", "models"], sys.argv[3:]):
        folder = directory / name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / f"{name}.db")
        db = sqlite3.connect(file)
        exported(db, directory / f"{name}_csv")
        for corpus in [name, f"{name}_csv"]:
            public += cases(db, corpus, "held", getattr(tables_public, name.upper()))
    (directory / "public.toml").write_text("\n".join(public), encoding="utf-8")
    if len(sys.argv) > 2:
        folder = directory / "chinook"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sys.argv[2], folder / "chinook.db")
        lines += cases(sqlite3.connect(folder / "chinook.db"), "chinook", "tune", tables_tune.QUESTIONS["chinook"])
    (directory / "tables.toml").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
