#!/usr/bin/env python3
"""Writes a database of 10,000 articles, and 60 questions whose answers are computed from it.

    tests/ask/articles.py DIR
    docql eval --ask DIR/articles.toml --corpus articles=DIR/articles --split tune

Five kinds of questions, twelve each, half of them tune and half held: counts and sums (`aggregate`), rows by dates and
numbers (`range`), what an article is about (`meaning`), the same in a category and a time, beside many articles about it
in others (`category`), and a day with the misspelt name of the one author who wrote on no other (`name`).
"""

import datetime
import json
import pathlib
import random
import sqlite3
import sys

COUNT = 10_000
FIRST, DAYS = datetime.date(2022, 1, 1), 1096

# A category, what its articles are about, and what is said of that.
CATEGORIES = {
    "fashion": (["linen suits", "wool coats", "leather boots", "silk scarves", "denim jackets", "knitted hats"],
                ["The cut is wider than last season, and the seams are finished by hand.",
                 "Buyers ask for cloth that lasts, and tailors are glad of it.",
                 "On the runway the colours were quiet, and so was the music."]),
    "tech": (["laptop batteries", "home routers", "open keyboards", "smart thermostats", "photo scanners", "e-readers"],
             ["The maker promises updates for seven years, which few others do.",
              "We measured for a week, and the fan was hardly heard.",
              "Its firmware is open, so that others can mend what the maker will not."]),
    "travel": (["harbour walks", "mountain huts", "river ferries", "desert roads", "island hostels", "old spas"],
               ["The path is steep for an hour and then never again.",
                "Tickets are sold on board, and cash is still welcome.",
                "Out of season the rooms cost half, and the owner has time to talk."]),
    "finance": (["savings plans", "bond ladders", "index funds", "small loans", "family budgets", "pension gaps"],
                ["Fees eat more of the return than most people think.",
                 "The bank raised its rate twice, and depositors noticed.",
                 "A plan that is boring is one that is kept."]),
    "food": (["rye bread", "pickled herring", "lentil soup", "plum dumplings", "goat cheese", "smoked tofu"],
             ["The dough rests over night, and nobody has to knead it.",
              "Salt it late, taste it often, and leave the lid off.",
              "Neighbours bring the jars, and the cook fills them."]),
    "health": (["back pain", "short sleep", "winter colds", "flat feet", "tired eyes", "stiff shoulders"],
               ["Moving a little every day helps more than a hard hour on Sunday.",
                "The study followed two thousand adults for a decade.",
                "Ask a doctor before the second week, not after it."]),
    "sports": (["goalkeeper drills", "hill running", "relay swimming", "indoor climbing", "table tennis", "rowing eights"],
               ["The coach changed the line at half time, and it held.",
                "Training begins at six, before the water is rough.",
                "They lost by a point and came back for the next round."]),
    "culture": (["puppet theatres", "brass bands", "village museums", "radio plays", "letter writing", "street murals"],
                ["The hall was full on a Tuesday, which surprised even the ushers.",
                 "Its archive is open to everybody who asks in time.",
                 "Critics were divided, and the audience was not."]),
}

OPENINGS = ["A second look at", "What we know of", "The quiet return of", "In praise of", "Notes on", "The trouble with",
            "A week with", "The people behind", "Why we still need", "The price of", "A short history of", "Letters on"]
PLACES = ["Antwerp", "Bergen", "Coimbra", "Dresden", "Esbjerg", "Freiburg", "Ghent", "Haarlem", "Izmir", "Jena", "Kaunas",
          "Lugano", "Malmo", "Novara", "Odense", "Porto", "Quimper", "Rostock", "Szeged", "Tartu", "Uppsala", "Vaasa"]
GIVEN = ["Ada", "Bruno", "Clara", "Dario", "Elin", "Fabio", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Luca", "Mona",
         "Nils", "Olga", "Pablo", "Rosa", "Sven", "Tilda", "Viktor"]
FAMILY = ["Abel", "Berg", "Costa", "Duarte", "Engel", "Falk", "Grau", "Holm", "Iversen", "Jansen", "Krog", "Lund", "Meyer",
          "Nagel", "Olsen", "Pinto", "Quist", "Reyes", "Sand", "Thorn", "Unger", "Vidal"]

# One article each, and a question for it in other words: nothing else is about it.
MEANING = [
    ("tune", "culture", "Slow readers and patient dogs",
     "Children who stumble over words read aloud to a dog. The animal never corrects them, and after a term they learn to "
     "read faster than classmates who practised with adults.", "articles about children who learn to read with a dog"),
    ("tune", "food", "Honey from the thirteenth floor",
     "Bees do well above the traffic. Keepers carry the hives to the roofs of office towers, where lime trees are in flower "
     "below and nobody sprays.", "how are bees kept on the roofs of towers?"),
    ("tune", "travel", "Ash over the north",
     "When the volcano erupted, ash closed the airspace for six days. Flights were cancelled from Oslo to Madrid, and "
     "stranded passengers shared hired cars.", "a volcano that closed the airspace so that flights were cancelled"),
    ("tune", "travel", "Berths to Vienna",
     "Sleeper trains are back. The railway has bought new couchettes, and night trains run again between capitals where "
     "only cheap planes were left.", "night trains that run again between capitals"),
    ("tune", "sports", "Planks, tar and oars",
     "In the shed by the fjord volunteers restore wooden lifeboats. They steam the planks until these bend, and tar the "
     "hull before the frost.", "volunteers who restore wooden lifeboats"),
    ("tune", "tech", "The glacier has a number",
     "Sensors drilled into the glacier send the thickness of the ice every hour. The melt of one summer took what forty "
     "winters had left.", "what do sensors tell about the melting ice of a glacier"),
    ("held", "health", "Gardens behind the ward",
     "Patients who look at trees from the hospital bed need fewer painkillers. The clinic has planted a garden behind each "
     "ward.", "does a garden at the hospital help patients?"),
    ("held", "finance", "The island that mints its own",
     "Since the last bank branch closed, the island prints a currency of its own. Shops accept the notes, and the ferry "
     "gives change in them.", "an island with a currency of its own"),
    ("held", "culture", "Bells without hands",
     "The carillon of the cathedral is played by a drum of brass pins. Two sisters re-pin it each spring so that the bells "
     "know new melodies.", "who sets new melodies for the cathedral bells"),
    ("held", "tech", "Morse for the mute",
     "A switch at the wheelchair is enough: a boy who cannot speak taps Morse code, and the machine says the sentence "
     "aloud.", "speaking with Morse code from a wheelchair"),
    ("held", "food", "Bread from the floodplain",
     "The flood left silt on the fields, and the millers found an old barley that stands in water. Its flour makes a dark "
     "loaf.", "barley that survives a flood"),
    ("held", "sports", "Chess on the ice",
     "Between two holes in the lake the fishermen play chess with pieces cut from frozen milk. The tournament ends when "
     "the pieces melt.", "fishermen playing chess on a frozen lake"),
]

# What is written about in one category and time, and as much in others.
TOPICS = [
    ("tune", "tech", "2023", "Ledger of small coins", "crypto",
     "Crypto wallets lose their keys, and crypto exchanges freeze what is left.", "crypto in tech articles of 2023"),
    ("tune", "fashion", "2022", "Nothing thrown away", "recycled fabrics",
     "Recycled fabrics made of fishing nets are woven into jackets.", "recycled fabrics in fashion articles of 2022"),
    ("tune", "travel", "2024", "Two wheels, one tent", "bicycle touring",
     "Touring by bicycle needs low gears and a light tent.", "which travel articles of 2024 are about bicycle touring?"),
    ("tune", "finance", "2023-05", "Rent takes the rest", "rent control",
     "Rent control keeps tenants where they are, and landlords out of repairs.",
     "what do finance articles of May 2023 say about rent control"),
    ("tune", "food", "", "Green jars", "seaweed",
     "Seaweed is dried on racks and salted before it is sold.", "seaweed in the food category"),
    ("tune", "health", "2022", "Hours of blue light", "screen time",
     "Screen time before bed delays sleep by almost an hour.", "health articles from 2022 that mention screen time"),
    ("held", "sports", "2024", "Whistle at dusk", "referees",
     "Referees are shouted at, and young referees give up within a year.", "what is said about referees in sports articles of 2024"),
    ("held", "culture", "2023", "Strings of the north", "fiddle",
     "The fiddle is tuned higher here, and each fiddle tune has a dance.", "fiddle music in culture articles published in 2023"),
    ("held", "tech", "2022", "A voice for the lift", "speech recognition",
     "Speech recognition stumbles over dialects and over loud kitchens.", "Find tech articles about speech recognition from 2022."),
    ("held", "travel", "", "Stamps of the pass", "pilgrims",
     "Pilgrims collect a stamp at every inn, and pilgrims sleep in halls.", "travel articles on pilgrims"),
    ("held", "food", "2024-03", "The sour shelf", "kimchi",
     "Kimchi is turned every day, and kimchi older than a month goes into soup.", "kimchi in food articles, March 2024"),
    ("held", "finance", "2022", "Paper for the harvest", "crop insurance",
     "Crop insurance pays after hail, but crop insurance does not pay after drought.",
     "is there anything on crop insurance in the finance articles of 2022?"),
]

# Authors of one article each, how a question spells them, and the question.
NAMES = [
    ("tune", "Marcus Dooley", "Doo ley", "what did {} write on {}?"),
    ("tune", "Agneta Wrzesniewski", "Wrzesnievski", "articles by {} of {}"),
    ("tune", "Tobias Lindqvist", "Lindkvist", "what did {} publish on {}"),
    ("tune", "Siobhan Gallagher", "Galagher", "which article did {} write on {}?"),
    ("tune", "Henrietta Macpherson", "Mac Pherson", "{}, {}"),
    ("tune", "Ignacio Etxeberria", "Etcheberria", "what was written by {} on {}"),
    ("held", "Philippa Featherstone", "Fetherston", "on {1} {0} wrote something, what was it?"),
    ("held", "Casimir Szymborski", "Szimborsky", "the piece that {} published on {}"),
    ("held", "Oluwaseun Adebayo", "Adebajo", "Which article is by {} and dated {}?"),
    ("held", "Brunhilde Katzenstein", "Katzen Stein", "show me the article of {} from {}"),
    ("held", "Theodora Papadakis", "Papadakkis", "{} article of {}"),
    ("held", "Gwendolyn Llewelyn", "Llewellin", "what has {} written on {}?"),
]


def main():
    place = pathlib.Path(sys.argv[1])
    rng = random.Random(20231)
    rows = articles(rng)
    (place / "articles").mkdir(parents=True, exist_ok=True)
    file = place / "articles" / "articles.db"
    file.unlink(missing_ok=True)
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE articles (id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, "
                     "author TEXT NOT NULL, published_date DATE NOT NULL, price INTEGER NOT NULL, "
                     "views INTEGER NOT NULL, body TEXT NOT NULL)")
    database.executemany("INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         [(number, *row) for number, row in enumerate(rows, 1)])
    database.commit()
    cases = [*aggregates(database), *ranges(database), *meanings(), *categories(database), *names(database)]
    database.close()
    assert len(cases) == 60
    (place / "articles.toml").write_text("\n".join(map(toml, cases)))


def articles(rng):
    """Title, category, author, date, price, views and body of all articles."""
    rows, titles = [], set()

    def add(title, category, author, date, body):
        assert title not in titles
        titles.add(title)
        own = CATEGORIES[category][1]
        text = "\n\n".join([body, *(" ".join(rng.sample(own, 2)) for _ in range(rng.randint(1, 3)))])
        rows.append((title, category, author, date.isoformat(), rng.randint(1, 100), rng.randint(100, 100_000), text))

    def author():
        return f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}"

    def day(period=""):
        days = [FIRST + datetime.timedelta(at) for at in range(DAYS)]
        return rng.choice([day for day in days if day.isoformat().startswith(period)])

    for _, category, title, body, _ in MEANING:
        add(title, category, author(), day(), body)
    for at, (_, category, period, title, topic, body, _) in enumerate(TOPICS):
        for name in [title, f"Once more {title.lower()}"]:
            add(name, category, author(), day(period), body)
        others = [other for other in CATEGORIES if other != category]
        for number in range(15):
            # As much of it at the same time elsewhere, and at other times there.
            other = others[number % 7] if number < 10 or not period else category
            years = [year for year in ["2022", "2023", "2024"] if not period.startswith(year)]
            when = day(period if number < 10 else years[number % 2] if period else "")
            add(f"{OPENINGS[number % 12]} {topic}, part {number + 1}", other, author(), when, body)
    for at, (_, name, _, _) in enumerate(NAMES):
        category = list(CATEGORIES)[at % 8]
        about = CATEGORIES[category][0][at % 6]
        date = FIRST + datetime.timedelta(40 + at * 83)
        add(f"{about.capitalize()} seen from afar", category, name, date, f"Somebody had to write about {about}.")
    while len(rows) < COUNT:
        category = rng.choice(list(CATEGORIES))
        about = rng.choice(CATEGORIES[category][0])
        title = f"{rng.choice(OPENINGS)} {about} in {rng.choice(PLACES)}"
        while title in titles:
            title = f"{title.split(' (')[0]} ({rng.randint(2, 400)})"
        add(title, category, author(), day(), f"This is about {about}.")
    rng.shuffle(rows)
    return rows


def case(kind, at, split, question, route, says):
    return {"id": f"{kind}-{at:02}", "kind": kind, "set": split, "question": question, "route": route, "says": says}


def shown(value):
    """A number as docql shows it: an average has no digits that only say how it was made."""
    if not isinstance(value, float) or len(repr(value).partition(".")[2]) <= 9:
        return value
    return f"{value:.4f}".rstrip("0").rstrip(".")


def aggregates(database):
    asked = [
        ("tune", "how many articles are in the fashion category?", "count", "count(*)", "category = 'fashion'"),
        ("tune", "what is the average price of travel articles", "price", "avg(price)", "category = 'travel'"),
        ("tune", "total views of food articles in 2023", "views", "sum(views)",
         "category = 'food' AND published_date LIKE '2023-%'"),
        ("tune", "how many articles were published in March 2023?", "count", "count(*)", "published_date LIKE '2023-03-%'"),
        ("tune", "highest views of tech articles", "views", "max(views)", "category = 'tech'"),
        ("tune", "how many articles are there per category", None, "count(*)", "1"),
        ("held", "How many sports articles appeared in 2022?", "count", "count(*)",
         "category = 'sports' AND published_date LIKE '2022-%'"),
        ("held", "number of health articles since 2024-02-01", "count", "count(*)",
         "category = 'health' AND published_date >= '2024-02-01'"),
        ("held", "sum of the views of culture articles between January and June 2023", "views", "sum(views)",
         "category = 'culture' AND published_date BETWEEN '2023-01-01' AND '2023-06-30'"),
        ("held", "mean price of finance articles published before 2023", "price", "avg(price)",
         "category = 'finance' AND published_date < '2023-01-01'"),
        ("held", "what are the lowest views of articles from 2024", "views", "min(views)", "published_date LIKE '2024-%'"),
        ("held", "count articles by category for 2024", None, "count(*)", "published_date LIKE '2024-%'"),
    ]
    for at, (split, question, name, what, where) in enumerate(asked, 1):
        if name is None:
            found = database.execute(f"SELECT category, {what} FROM articles WHERE {where} GROUP BY 1")
            says = [f"{category} | {value}" for category, value in found]
        else:
            value = database.execute(f"SELECT {what} FROM articles WHERE {where}").fetchone()[0]
            says = [f"{name}: {shown(value)}"]
        yield case("aggregate", at, split, question, "sql", says)


def ranges(database):
    """Numbers in them are such that a few rows are left."""
    def nth(column, where, place, order="DESC"):
        sql = f"SELECT {column} FROM articles WHERE {where} ORDER BY 1 {order} LIMIT 1 OFFSET {place}"
        return database.execute(sql).fetchone()[0]

    top = nth("views", "1", 6)
    fashion = nth("views", "category = 'fashion' AND published_date LIKE '2022-%'", 4)
    health = nth("views", "category = 'health'", 5, "ASC")
    food = nth("views", "category = 'food' AND published_date LIKE '2023-%'", 5)
    low, high = nth("views", "1", 30, "ASC"), nth("views", "1", 35, "ASC")
    sports = nth("views", "category = 'sports' AND price = 100", 3)
    busy, = database.execute("SELECT published_date FROM articles WHERE category = 'finance' AND published_date LIKE "
                             "'2023-04-%' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1").fetchone()
    asked = [
        ("tune", f"which articles have more than {top:,} views?", f"views > {top}"),
        ("tune", f"fashion articles of 2022 with over {fashion} views",
         f"category = 'fashion' AND published_date LIKE '2022-%' AND views > {fashion}"),
        ("tune", "which travel articles were published on 2023-05-04", "category = 'travel' AND published_date = '2023-05-04'"),
        ("tune", "tech articles between 2024-02-01 and 2024-02-03",
         "category = 'tech' AND published_date BETWEEN '2024-02-01' AND '2024-02-03'"),
        ("tune", f"list health articles with views below {health}", f"category = 'health' AND views < {health}"),
        ("tune", "which culture articles were written after 2024-12-27?", "category = 'culture' AND published_date > '2024-12-27'"),
        ("held", f"show food articles published in 2023 that have at least {food} views",
         f"category = 'food' AND published_date LIKE '2023-%' AND views >= {food}"),
        ("held", f"articles whose views are between {low} and {high}", f"views BETWEEN {low} AND {high}"),
        ("held", f"what finance articles are there from {int(busy[8:])} April 2023",
         f"category = 'finance' AND published_date = '{busy}'"),
        ("held", "travel or culture articles before January 3rd 2022",
         "category IN ('travel', 'culture') AND published_date < '2022-01-03'"),
        ("held", f"Which sports articles with a price above 99 have views over {sports}?",
         f"category = 'sports' AND price > 99 AND views > {sports}"),
        ("held", "Please list the tech articles from 2022-08-01 to 2022-08-05.",
         "category = 'tech' AND published_date BETWEEN '2022-08-01' AND '2022-08-05'"),
    ]
    for at, (split, question, where) in enumerate(asked, 1):
        says = [title for title, in database.execute(f"SELECT title FROM articles WHERE {where} ORDER BY id")]
        assert 0 < len(says) <= 15, (question, len(says))
        yield case("range", at, split, question, "sql", says)


def meanings():
    for at, (split, _, title, _, question) in enumerate(MEANING, 1):
        yield case("meaning", at, split, question, "search", [title])


def categories(database):
    for at, (split, category, period, title, _, body, question) in enumerate(TOPICS, 1):
        found = database.execute("SELECT title FROM articles WHERE category = ? AND published_date LIKE ? AND body LIKE ?",
                                 (category, f"{period}%", f"{body}%"))
        says = [title for title, in found]
        assert len(says) == 2 and title in says
        yield case("category", at, split, question, "filter", says)


def names(database):
    for at, (split, name, misspelt, question) in enumerate(NAMES, 1):
        [(title, date)] = database.execute("SELECT title, published_date FROM articles WHERE author = ?", (name,))
        yield case("name", at, split, question.format(misspelt, date), "filter", [title])


def toml(case):
    lines = [f"{name} = {json.dumps(value)}" for name, value in {"corpus": "articles", **case}.items()]
    return "\n".join(["[[case]]", *lines, ""])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
