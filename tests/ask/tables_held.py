"""A schema that no rule was made for, and questions that were written before anything answered them. The kinds and what is
compared are those of `tables_tune.py`."""

import datetime

NAMES = ["Amir", "Bella", "Chidi", "Dana", "Emil", "Fatou", "Gil", "Hana", "Ivo", "June", "Kofi", "Lena", "Milo", "Noor", "Otto",
         "Petra", "Rafael", "Selma", "Tomas", "Uma"]
FAMILIES = ["Adler", "Baker", "Cho", "Diaz", "Eriksen", "Ferrari", "Grant", "Haddad", "Ito", "Jensen", "Keller", "Lindqvist",
            "Mbeki", "Nowak", "Ortiz", "Park", "Reyes", "Silva", "Tran", "Usman"]


def academy(db, rng):
    db.executescript("""
        CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE instructors (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
          department_id INTEGER REFERENCES departments(id), email TEXT, is_tenured INTEGER);
        CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL, department_id INTEGER REFERENCES departments(id),
          credits INTEGER, level TEXT);
        CREATE TABLE sections (id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES courses(id),
          instructor_id INTEGER REFERENCES instructors(id), room TEXT, starts_on TEXT);
        CREATE TABLE students (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT, email TEXT, registered_at INTEGER);
        CREATE TABLE enrollments (id INTEGER PRIMARY KEY, student_id INTEGER REFERENCES students(id),
          section_id INTEGER REFERENCES sections(id), enrolled_at TEXT, status TEXT, grade REAL);
        CREATE TABLE payments (id INTEGER PRIMARY KEY, student_id INTEGER REFERENCES students(id), amount REAL, paid_at TEXT,
          method TEXT);
        CREATE TABLE clubs (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE club_members (club_id INTEGER REFERENCES clubs(id), student_id INTEGER REFERENCES students(id),
          PRIMARY KEY (club_id, student_id));
    """)
    for number, name in enumerate(["History", "Physics", "Biology", "Music", "Law"], 1):
        db.execute("INSERT INTO departments VALUES (?, ?)", (number, name))
    pairs = [(first, last) for first in NAMES for last in FAMILIES]
    rng.shuffle(pairs)
    for number, (first, last) in enumerate(pairs[:26], 1):
        db.execute("INSERT INTO instructors VALUES (?, ?, ?, ?, ?, ?)",
                   (number, first, last, min(rng.randrange(1, 6), rng.randrange(1, 6)), f"{last}@school.example".lower() if number % 4 else "",
                    int(number % 3 == 0)))
    topics = ["Introduction to", "Advanced", "Topics in", "Methods of", "Seminar on"]
    subjects = ["Archives", "Optics", "Genetics", "Harmony", "Contracts", "Empires", "Waves", "Cells"]
    for number in range(1, 41):
        db.execute("INSERT INTO courses VALUES (?, ?, ?, ?, ?)",
                   (number, f"{topics[number % 5]} {subjects[number % 8]}", number % 4 + 1, rng.randrange(2, 7),
                    rng.choice(["undergraduate", "graduate"])))
    start = datetime.date(2021, 1, 1)
    for number in range(1, 161):
        db.execute("INSERT INTO sections VALUES (?, ?, ?, ?, ?)",
                   (number, min(rng.randrange(1, 38), rng.randrange(1, 38)), rng.randrange(1, 24) if number % 9 else None,
                    f"{rng.choice('ABC')}{rng.randrange(100, 130)}", (start + datetime.timedelta(days=rng.randrange(1000))).isoformat()))
    for number, (first, last) in enumerate(pairs[26:376], 1):
        registered = int(datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc).timestamp() + rng.randrange(900 * 86_400)) * 1000
        db.execute("INSERT INTO students VALUES (?, ?, ?, ?, ?, ?)",
                   (number, first, last, rng.choice(["Graz", "Linz", "Wels", "Steyr"]),
                    f"{first}{number}@mail.example".lower() if rng.random() < .75 else None, registered))
    for number in range(1, 3501):
        at = datetime.datetime(2021, 1, 1, 9) + datetime.timedelta(minutes=rng.randrange(1000 * 1440))
        status = rng.choices(["active", "dropped", "completed"], [3, 1, 6])[0]
        db.execute("INSERT INTO enrollments VALUES (?, ?, ?, ?, ?, ?)",
                   (number, min(rng.randrange(1, 335), rng.randrange(1, 335)), rng.randrange(1, 151), at.isoformat(" "), status,
                    round(rng.uniform(1, 5), 1) if status == "completed" else None))
    for number in range(1, 1501):
        at = datetime.datetime(2021, 1, 1, 9) + datetime.timedelta(minutes=rng.randrange(1000 * 1440))
        db.execute("INSERT INTO payments VALUES (?, ?, ?, ?, ?)",
                   (number, min(rng.randrange(1, 321), rng.randrange(1, 321)), round(rng.uniform(50, 2000), 2), at.isoformat(" "),
                    rng.choice(["card", "transfer", "cash"])))
    for number, name in enumerate(["Chess", "Rowing", "Debate", "Choir", "Robotics"], 1):
        db.execute("INSERT INTO clubs VALUES (?, ?)", (number, name))
        for student in rng.sample(range(1, 300), [40, 25, 60, 33, 0][number - 1]):
            db.execute("INSERT INTO club_members VALUES (?, ?)", (number, student))


COUNT = "SELECT count(*) FROM "
LIST = "SELECT first_name, last_name FROM "

QUESTIONS = [
    ("time", "enrollments per year", "SELECT substr(enrolled_at, 1, 4) y, count(*) FROM enrollments GROUP BY y", "rows"),
    ("time", "payments by month in 2022", "SELECT substr(paid_at, 1, 7) m, count(*) FROM payments WHERE m LIKE '2022%' GROUP BY m", "rows"),
    ("time", "how many students registered each year",
     "SELECT strftime('%Y', registered_at / 1000, 'unixepoch') y, count(*) FROM students GROUP BY y", "rows"),
    ("time", "monthly number of enrollments in 2023",
     "SELECT substr(enrolled_at, 1, 7) m, count(*) FROM enrollments WHERE m LIKE '2023%' GROUP BY m", "rows"),
    ("time", "sections per year", "SELECT substr(starts_on, 1, 4) y, count(*) FROM sections GROUP BY y", "rows"),
    ("time", "average amount of payments per year",
     "SELECT substr(paid_at, 1, 4) y FROM payments GROUP BY y", "rows"),
    ("negated", "how many students never enrolled", COUNT + "students WHERE id NOT IN (SELECT student_id FROM enrollments)", "count"),
    ("negated", "students without payments", LIST + "students WHERE id NOT IN (SELECT student_id FROM payments)", "rows"),
    ("negated", "courses that have no sections", "SELECT title FROM courses WHERE id NOT IN (SELECT course_id FROM sections)", "rows"),
    ("negated", "which instructors have no sections",
     LIST + "instructors WHERE id NOT IN (SELECT instructor_id FROM sections WHERE instructor_id IS NOT NULL)", "rows"),
    ("negated", "how many students are not in any club", COUNT + "students WHERE id NOT IN (SELECT student_id FROM club_members)", "count"),
    ("negated", "how many students have no club", COUNT + "students WHERE id NOT IN (SELECT student_id FROM club_members)", "count"),
    ("negated", "how many instructors have no email", COUNT + "instructors WHERE coalesce(email, '') = ''", "count"),
    ("negated", "clubs without students", "SELECT name FROM clubs WHERE id NOT IN (SELECT club_id FROM club_members)", "rows"),
    ("negated", "how many students made no payments in 2022",
     COUNT + "students WHERE id NOT IN (SELECT student_id FROM payments WHERE paid_at LIKE '2022%')", "count"),
    ("counted", "how many students have more than 20 enrollments",
     COUNT + "students s WHERE (SELECT count(*) FROM enrollments e WHERE e.student_id = s.id) > 20", "count"),
    ("counted", "students with at least 12 payments",
     LIST + "students s WHERE (SELECT count(*) FROM payments e WHERE e.student_id = s.id) >= 12", "rows"),
    ("counted", "courses with fewer than 2 sections",
     "SELECT title FROM courses s WHERE (SELECT count(*) FROM sections e WHERE e.course_id = s.id) < 2", "rows"),
    ("counted", "how many students belong to at least 2 clubs",
     COUNT + "students s WHERE (SELECT count(*) FROM club_members e WHERE e.student_id = s.id) >= 2", "count"),
    ("counted", "how many clubs have over 30 students",
     COUNT + "clubs s WHERE (SELECT count(*) FROM club_members e WHERE e.club_id = s.id) > 30", "count"),
    ("counted", "how many students made more than 3 payments in 2021",
     COUNT + "students s WHERE (SELECT count(*) FROM payments e WHERE e.student_id = s.id AND paid_at LIKE '2021%') > 3", "count"),
    ("counted", "instructors teaching more than 8 sections",
     LIST + "instructors s WHERE (SELECT count(*) FROM sections e WHERE e.instructor_id = s.id) > 8", "rows"),
    ("top", "top 5 courses by number of sections",
     "SELECT title, count(*) n FROM courses c JOIN sections m ON m.course_id = c.id GROUP BY c.id ORDER BY n DESC LIMIT 5", "first"),
    ("top", "which student has the most enrollments",
     "SELECT first_name, last_name, count(*) n FROM students s JOIN enrollments e ON e.student_id = s.id GROUP BY s.id ORDER BY n DESC", "first"),
    ("top", "which student paid the most",
     "SELECT first_name, last_name, sum(amount) n FROM students s JOIN payments e ON e.student_id = s.id GROUP BY s.id ORDER BY n DESC", "top name"),
    ("top", "which club has the most students",
     "SELECT name, count(*) n FROM clubs c JOIN club_members m ON m.club_id = c.id GROUP BY c.id ORDER BY n DESC", "first"),
    ("top", "top 3 clubs by number of students",
     "SELECT name, count(*) n FROM clubs c JOIN club_members m ON m.club_id = c.id GROUP BY c.id ORDER BY n DESC LIMIT 3", "rows"),
    ("top", "department with the most instructors",
     "SELECT name, count(*) n FROM departments c JOIN instructors m ON m.department_id = c.id GROUP BY c.id ORDER BY n DESC", "first"),
    ("named", "courses in the Physics department",
     "SELECT title FROM courses c JOIN departments d ON d.id = department_id WHERE name = 'Physics'", "rows"),
    ("named", "how many students are in the Chess club",
     COUNT + "club_members JOIN clubs c ON c.id = club_id WHERE name = 'Chess'", "count"),
    ("named", "how many graduate courses does Biology have",
     COUNT + "courses c JOIN departments d ON d.id = department_id WHERE name = 'Biology' AND level = 'graduate'", "count"),
    ("named", "how many sections of Advanced Optics",
     COUNT + "sections s JOIN courses c ON c.id = course_id WHERE title = 'Advanced Optics'", "count"),
    ("state", "how many tenured instructors", COUNT + "instructors WHERE is_tenured = 1", "count"),
    ("state", "how many dropped enrollments were there in 2022",
     COUNT + "enrollments WHERE status = 'dropped' AND enrolled_at LIKE '2022%'", "count"),
    ("state", "how many untenured instructors", COUNT + "instructors WHERE is_tenured = 0", "count"),
    ("trap", "how many students passed", None, None),
    ("trap", "how many students were expelled in 2022", None, None),
    ("trap", "how many students have more than 3 siblings", None, None),
    ("trap", "students without a scholarship", None, None),
    ("trap", "which instructor is the most popular", None, None),
]
