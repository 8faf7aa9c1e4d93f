#!/usr/bin/env python3
"""Plain questions about databases that nobody had tuned for: counts, ranges, sums, names, superlatives, groups, what is not
there, and what no column says. The answers are computed by SQL, which was written before anything answered them.

    tests/ask/dumps.py DATABASES DIR
    docql eval --ask DIR/first.toml --split held --corpus NAME=DIR/NAME …

DATABASES holds SQLite files: `employee.db` and `superheroes.db` as they come, `pagila.db`, `world.db`, `hr.db`, `co.db`,
`car_dealership.db` and `geography.db` made of the public dumps of these names, `mystery.db` of the SQL murder mystery. Each
is asked as it is and as CSV files (`NAME_csv`). `first` are those by which rules were mended, `second` and `third` were
asked once before they were looked at.

A shape says what is compared: `told` every value of the first row, `avg` and `sum` a number, `names` the first column of all
rows, `values` the last, `rows` whole rows, `rowcount` how many there are. No SQL: the question must not be counted.
"""

import json
import pathlib
import shutil
import sqlite3
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from tables import exported, written  # noqa: E402

FIRST = {
    "employee": [
        ("count", "how many employees are there", "SELECT count(*) FROM employee", "told"),
        ("count", "how many employees were hired in 1990",
         "SELECT count(*) FROM employee WHERE hire_date LIKE '1990%'", "told"),
        ("range", "how many employees were hired between 1988 and 1990",
         "SELECT count(*) FROM employee WHERE hire_date>='1988-01-01' AND hire_date<'1991-01-01'", "told"),
        ("range", "employees hired between 1 January 1999 and 31 March 1999",
         "SELECT last_name FROM employee WHERE hire_date BETWEEN '1999-01-01' AND '1999-03-31'", "names"),
        ("range", "how many employees hired before 1986", "SELECT count(*) FROM employee WHERE hire_date<'1986-01-01'", "told"),
        ("range", "how many people were born after 1963",
         "SELECT count(*) FROM employee WHERE birth_date>='1964-01-01'", "told"),
        ("range", "how many employees were born in the 1950s",
         "SELECT count(*) FROM employee WHERE birth_date LIKE '195%'", "told"),
        ("count", "how many women work here", "SELECT count(*) FROM employee WHERE gender='F'", "told"),
        ("count", "number of male employees", "SELECT count(*) FROM employee WHERE gender='M'", "told"),
        ("group", "employees by gender", "SELECT gender, count(*) FROM employee GROUP BY 1", "rows"),
        ("count", "how many salaries are above 100000", "SELECT count(*) FROM salary WHERE amount>100000", "told"),
        ("range", "how many salaries between 60000 and 70000",
         "SELECT count(*) FROM salary WHERE amount BETWEEN 60000 AND 70000", "told"),
        ("aggregate", "what is the average salary", "SELECT avg(amount) FROM salary", "avg"),
        ("aggregate", "highest salary ever paid", "SELECT max(amount) FROM salary", "told"),
        ("aggregate", "what was the lowest salary in 1995",
         "SELECT min(amount) FROM salary WHERE from_date LIKE '1995%'", "told"),
        ("named", "how many employees are called Georgi", "SELECT count(*) FROM employee WHERE first_name='Georgi'", "told"),
        ("named", "when was Bezalel Simmel hired",
         "SELECT hire_date FROM employee WHERE first_name='Bezalel' AND last_name='Simmel'", "told"),
        ("named", "what is the birth date of Georgi Facello",
         "SELECT birth_date FROM employee WHERE first_name='Georgi' AND last_name='Facello'", "told"),
        ("count", "how many departments do we have", "SELECT count(*) FROM department", "told"),
        ("top", "who was hired last", "SELECT last_name FROM employee ORDER BY hire_date DESC LIMIT 1", "told"),
        ("top", "the five oldest employees", "SELECT last_name FROM employee ORDER BY birth_date LIMIT 5", "names"),
        ("group", "how many employees were hired each year",
         "SELECT strftime('%Y',hire_date) y, count(*) FROM employee GROUP BY y", "rows"),
        ("group", "how many people have each title", "SELECT title, count(*) FROM title GROUP BY 1", "rows"),
        ("count", "how many engineers are there", "SELECT count(*) FROM title WHERE title='Engineer'", "told"),
        ("trap", "how many employees are on parental leave", None, None),
        ("trap", "how many employees speak German", None, None),
    ],
    "superheroes": [
        ("count", "how many superheroes are there", "SELECT count(*) FROM superheroes", "told"),
        ("count", "how many heroes have green eyes", "SELECT count(*) FROM superheroes WHERE eye_color='Green Eyes'", "told"),
        ("count", "how many superheroes have blue eyes and red hair",
         "SELECT count(*) FROM superheroes WHERE eye_color='Blue Eyes' AND hair_color='Red Hair'", "told"),
        ("named", "superheroes with pink eyes", "SELECT name FROM superheroes WHERE eye_color='Pink Eyes'", "names"),
        ("range", "superheroes that first appeared in 1940",
         "SELECT name FROM superheroes WHERE first_appearance_year='1940'", "names"),
        ("range", "how many superheroes first appeared before 1945",
         "SELECT count(*) FROM superheroes WHERE first_appearance_year<'1945'", "told"),
        ("range", "how many characters with more than 500 appearances",
         "SELECT count(*) FROM superheroes WHERE appearance_count>500", "told"),
        ("range", "how many superheroes made between 100 and 200 appearances",
         "SELECT count(*) FROM superheroes WHERE appearance_count BETWEEN 100 AND 200", "told"),
        ("top", "which superhero has the most appearances",
         "SELECT name FROM superheroes ORDER BY appearance_count DESC LIMIT 1", "told"),
        ("top", "top ten superheroes by appearance count",
         "SELECT name FROM superheroes WHERE appearance_count >= (SELECT appearance_count FROM superheroes "
         "ORDER BY 1 DESC LIMIT 1 OFFSET 9) ORDER BY appearance_count DESC", "names"),
        ("group", "superheroes per hair color",
         "SELECT hair_color, count(*) FROM superheroes WHERE hair_color<>'' GROUP BY 1", "rows"),
        ("aggregate", "average number of appearances", "SELECT avg(appearance_count) FROM superheroes", "avg"),
        ("null", "how many superheroes have no hair color",
         "SELECT count(*) FROM superheroes WHERE hair_color IS NULL OR hair_color=''", "told"),
        ("named", "what colour are Superman's eyes",
         "SELECT eye_color FROM superheroes WHERE name LIKE 'Superman (Clark Kent)%'", "told"),
        ("named", "when did Aquaman first appear",
         "SELECT first_appearance FROM superheroes WHERE name LIKE 'Aquaman (Arthur Curry)%'", "told"),
        ("range", "superheroes from the 1930s",
         "SELECT name FROM superheroes WHERE first_appearance_year BETWEEN '1930' AND '1939'", "names"),
        ("trap", "which superheroes can fly", None, None),
    ],
    "pagila": [
        ("count", "how many films are there", "SELECT count(*) FROM film", "told"),
        ("count", "how many films are rated PG-13", "SELECT count(*) FROM film WHERE rating='PG-13'", "told"),
        ("range", "how many films are longer than 180 minutes", "SELECT count(*) FROM film WHERE length>180", "told"),
        ("range", "films shorter than 47 minutes", "SELECT title FROM film WHERE length<47", "names"),
        ("range", "how many films cost between 10 and 15 to replace",
         "SELECT count(*) FROM film WHERE replacement_cost BETWEEN 10 AND 15", "told"),
        ("range", "how many films have a rental rate of 0.99", "SELECT count(*) FROM film WHERE rental_rate=0.99", "told"),
        ("range", "how many rentals were made in July 2005",
         "SELECT count(*) FROM rental WHERE rental_date LIKE '2005-07%'", "told"),
        ("range", "number of rentals on 2005-08-01",
         "SELECT count(*) FROM rental WHERE rental_date LIKE '2005-08-01%'", "told"),
        ("range", "how many rentals between June 1 and June 15, 2005",
         "SELECT count(*) FROM rental WHERE rental_date>='2005-06-01' AND rental_date<'2005-06-16'", "told"),
        ("null", "how many rentals have not been returned", "SELECT count(*) FROM rental WHERE return_date IS NULL", "told"),
        ("range", "how many payments over 10", "SELECT count(*) FROM payment WHERE amount>10", "told"),
        ("aggregate", "total payments in March 2007",
         "SELECT sum(amount) FROM payment WHERE payment_date LIKE '2007-03%'", "sum"),
        ("aggregate", "what is the average payment amount", "SELECT avg(amount) FROM payment", "avg"),
        ("aggregate", "average length of a film", "SELECT avg(length) FROM film", "avg"),
        ("count", "how many customers are inactive", "SELECT count(*) FROM customer WHERE active=0", "told"),
        ("named", "how many films are in the Horror category",
         "SELECT count(*) FROM film_category JOIN category USING(category_id) WHERE name='Horror'", "told"),
        ("named", "how many cities are in Brazil",
         "SELECT count(*) FROM city JOIN country USING(country_id) WHERE country='Brazil'", "told"),
        ("named", "which films did Penelope Guiness play in",
         "SELECT title FROM film JOIN film_actor USING(film_id) JOIN actor USING(actor_id) WHERE first_name='PENELOPE' AND last_name='GUINESS'", "names"),
        ("named", "how many movies star Nick Wahlberg",
         "SELECT count(*) FROM film_actor JOIN actor USING(actor_id) WHERE first_name='NICK' AND last_name='WAHLBERG'", "told"),
        ("top", "which customer has paid the most",
         "SELECT last_name FROM customer JOIN payment USING(customer_id) GROUP BY customer_id ORDER BY sum(amount) DESC LIMIT 1", "told"),
        ("top", "five longest films", "SELECT length FROM film ORDER BY length DESC LIMIT 5", "told"),
        ("top", "which actor appeared in the most films",
         "SELECT last_name FROM actor JOIN film_actor USING(actor_id) GROUP BY actor_id ORDER BY count(*) DESC LIMIT 1", "told"),
        ("group", "number of films per category",
         "SELECT name, count(*) FROM category JOIN film_category USING(category_id) GROUP BY 1", "rows"),
        ("group", "films by rating", "SELECT rating, count(*) FROM film GROUP BY 1", "rows"),
        ("named", "what is the email of Mary Smith",
         "SELECT email FROM customer WHERE first_name='MARY' AND last_name='SMITH'", "told"),
        ("count", "how many different actors are there", "SELECT count(*) FROM actor", "told"),
        ("trap", "how many films won an Oscar", None, None),
        ("trap", "how many customers complained about a film", None, None),
    ],
}

SECOND = {
    "hr": [
        ("count", "how many people do we employ", "SELECT count(*) FROM employees", "told"),
        ("range", "employees who earn more than 12000", "SELECT last_name FROM employees WHERE salary>12000", "names"),
        ("range", "how many employees earn between 5000 and 8000",
         "SELECT count(*) FROM employees WHERE salary BETWEEN 5000 AND 8000", "told"),
        ("range", "how many employees were hired in 2015",
         "SELECT count(*) FROM employees WHERE hire_date LIKE '2015%'", "told"),
        ("range", "employees hired between January 2018 and March 2018",
         "SELECT last_name FROM employees WHERE hire_date>='2018-01-01' AND hire_date<'2018-04-01'", "names"),
        ("range", "how many employees joined after 2016",
         "SELECT count(*) FROM employees WHERE hire_date>='2017-01-01'", "told"),
        ("range", "who was hired before 2012", "SELECT last_name FROM employees WHERE hire_date<'2012-01-01'", "names"),
        ("named", "how many employees are in the Shipping department",
         "SELECT count(*) FROM employees JOIN departments USING(department_id) WHERE department_name='Shipping'", "told"),
        ("named", "how many programmers are there",
         "SELECT count(*) FROM employees JOIN jobs USING(job_id) WHERE job_title='Programmer'", "told"),
        ("named", "what is the salary of Lex Garcia",
         "SELECT salary FROM employees WHERE first_name='Lex' AND last_name='Garcia'", "sum"),
        ("named", "who is the manager of Lex Garcia",
         "SELECT m.last_name FROM employees e JOIN employees m ON m.employee_id=e.manager_id WHERE e.last_name='Garcia' AND e.first_name='Lex'", "told"),
        ("aggregate", "average salary in the Sales department",
         "SELECT avg(salary) FROM employees JOIN departments USING(department_id) WHERE department_name='Sales'", "avg"),
        ("aggregate", "total salary of all employees", "SELECT sum(salary) FROM employees", "sum"),
        ("aggregate", "what is the highest minimum salary of any job", "SELECT max(min_salary) FROM jobs", "told"),
        ("null", "how many employees get no commission", "SELECT count(*) FROM employees WHERE commission_pct IS NULL", "told"),
        ("null", "which departments have no manager",
         "SELECT department_name FROM departments WHERE manager_id IS NULL", "names"),
        ("top", "who earns the most", "SELECT last_name FROM employees ORDER BY salary DESC LIMIT 1", "told"),
        ("top", "which department has the most employees",
         "SELECT department_name FROM departments JOIN employees USING(department_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", "told"),
        ("group", "average salary by job title",
         "SELECT job_title, avg(salary) FROM employees JOIN jobs USING(job_id) GROUP BY 1", "names"),
        ("group", "number of employees per department",
         "SELECT department_name, count(*) FROM employees JOIN departments USING(department_id) GROUP BY 1", "names"),
        ("named", "which cities are in Italy",
         "SELECT city FROM locations JOIN countries USING(country_id) WHERE country_name='Italy'", "names"),
        ("named", "countries in Africa",
         "SELECT country_name FROM countries JOIN regions USING(region_id) WHERE region_name='Africa'", "names"),
        ("trap", "how many employees are ill today", None, None),
        ("trap", "how many employees took a training course", None, None),
    ],
    "co": [
        ("count", "how many orders do we have", "SELECT count(*) FROM orders", "told"),
        ("count", "how many orders were cancelled", "SELECT count(*) FROM orders WHERE order_status='CANCELLED'", "told"),
        ("count", "how many shipments are in transit",
         "SELECT count(*) FROM shipments WHERE shipment_status='IN-TRANSIT'", "told"),
        ("range", "how many orders were placed in May 2021",
         "SELECT count(*) FROM orders WHERE order_tms LIKE '2021-05%'", "told"),
        ("range", "how many orders in the first quarter of 2022",
         "SELECT count(*) FROM orders WHERE order_tms>='2022-01-01' AND order_tms<'2022-04-01'", "told"),
        ("range", "orders since April 10, 2022", "SELECT order_id FROM orders WHERE order_tms>='2022-04-10'", "rowcount"),
        ("range", "products under 10 dollars", "SELECT product_name FROM products WHERE unit_price<10", "names"),
        ("range", "how many products cost at least 40", "SELECT count(*) FROM products WHERE unit_price>=40", "told"),
        ("range", "products priced between 20 and 25",
         "SELECT product_name FROM products WHERE unit_price BETWEEN 20 AND 25", "names"),
        ("range", "how many order items with a quantity of 4 or more",
         "SELECT count(*) FROM order_items WHERE quantity>=4", "told"),
        ("named", "how many orders did Tammy Bryant place",
         "SELECT count(*) FROM orders JOIN customers USING(customer_id) WHERE full_name='Tammy Bryant'", "told"),
        ("named", "what is the email address of Roy White",
         "SELECT email_address FROM customers WHERE full_name='Roy White'", "told"),
        ("named", "how much does the Boy's Sweater (Green) cost",
         "SELECT unit_price FROM products WHERE product_name='Boy''s Sweater (Green)'", "told"),
        ("named", "how many orders from the Seattle store",
         "SELECT count(*) FROM orders JOIN stores USING(store_id) WHERE store_name='Seattle'", "told"),
        ("top", "most expensive product", "SELECT product_name FROM products ORDER BY unit_price DESC LIMIT 1", "told"),
        ("top", "which store has the most orders",
         "SELECT store_name FROM stores JOIN orders USING(store_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", "told"),
        ("group", "orders by status", "SELECT order_status, count(*) FROM orders GROUP BY 1", "rows"),
        ("group", "orders per month in 2021",
         "SELECT strftime('%Y-%m',order_tms) m, count(*) FROM orders WHERE order_tms LIKE '2021%' GROUP BY m", "values"),
        ("aggregate", "average price of our products", "SELECT avg(unit_price) FROM products", "avg"),
        ("null", "which stores have no web address", "SELECT store_name FROM stores WHERE web_address IS NULL", "names"),
        ("null", "how many customers have never ordered anything",
         "SELECT count(*) FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)", "told"),
        ("trap", "how many orders were paid by credit card", None, None),
        ("trap", "how many customers bought a gift voucher", None, None),
    ],
    "world": [
        ("count", "how many countries are in Africa", "SELECT count(*) FROM country WHERE continent='Africa'", "told"),
        ("range", "countries with more than 100 million inhabitants",
         "SELECT name FROM country WHERE population>100000000", "names"),
        ("range", "how many cities have a population over 5 million",
         "SELECT count(*) FROM city WHERE population>5000000", "told"),
        ("range", "how many cities with between 900000 and 1000000 people",
         "SELECT count(*) FROM city WHERE population BETWEEN 900000 AND 1000000", "told"),
        ("range", "countries that became independent after 1990", "SELECT name FROM country WHERE indepyear>1990", "names"),
        ("range", "how many countries have a life expectancy below 45",
         "SELECT count(*) FROM country WHERE lifeexpectancy<45", "told"),
        ("range", "how many countries gained independence in 1960",
         "SELECT count(*) FROM country WHERE indepyear=1960", "told"),
        ("named", "what is the population of Tokyo", "SELECT population FROM city WHERE name='Tokyo'", "told"),
        ("named", "who is the head of state of Spain", "SELECT headofstate FROM country WHERE name='Spain'", "told"),
        ("named", "what is the surface area of Iceland", "SELECT surfacearea FROM country WHERE name='Iceland'", "sum"),
        ("named", "what is the capital of Peru",
         "SELECT city.name FROM country JOIN city ON capital=id WHERE country.name='Peru'", "told"),
        ("named", "which languages are spoken in Switzerland",
         "SELECT language FROM countrylanguage JOIN country ON code=countrycode WHERE name='Switzerland'", "names"),
        ("named", "how many cities are in Japan",
         "SELECT count(*) FROM city JOIN country ON code=countrycode WHERE country.name='Japan'", "told"),
        ("named", "in how many countries is Spanish an official language",
         "SELECT count(*) FROM countrylanguage WHERE language='Spanish' AND isofficial=1", "told"),
        ("named", "how many republics are there in Europe",
         "SELECT count(*) FROM country WHERE governmentform='Republic' AND continent='Europe'", "told"),
        ("top", "ten largest cities by population", "SELECT name FROM city ORDER BY population DESC LIMIT 10", "names"),
        ("top", "which country has the highest life expectancy",
         "SELECT name FROM country ORDER BY lifeexpectancy DESC LIMIT 1", "told"),
        ("top", "the smallest country by surface area", "SELECT name FROM country ORDER BY surfacearea LIMIT 1", "told"),
        ("group", "number of countries per continent", "SELECT continent, count(*) FROM country GROUP BY 1", "rows"),
        ("group", "total population by continent", "SELECT continent, sum(population) FROM country GROUP BY 1", "names"),
        ("aggregate", "average life expectancy in Asia",
         "SELECT avg(lifeexpectancy) FROM country WHERE continent='Asia'", "avg"),
        ("null", "how many countries have no year of independence",
         "SELECT count(*) FROM country WHERE indepyear IS NULL", "told"),
        ("null", "which countries have no capital", "SELECT name FROM country WHERE capital IS NULL", "names"),
        ("trap", "how many cities have a subway", None, None),
        ("trap", "which countries are members of NATO", None, None),
    ],
}

THIRD = {
    "car_dealership": [
        ("count", "how many cars do we have", "SELECT count(*) FROM cars", "told"),
        ("count", "how many automatic cars are there", "SELECT count(*) FROM cars WHERE transmission='Automatic'", "told"),
        ("range", "cars that cost more than 60000", "SELECT model FROM cars WHERE cost>60000", "names"),
        ("range", "how many cars from 2022", "SELECT count(*) FROM cars WHERE year=2022", "told"),
        ("range", "how many sales in 2023", "SELECT count(*) FROM sales WHERE sale_date LIKE '2023%'", "told"),
        ("range", "sales between March 1 and March 31, 2023",
         "SELECT id FROM sales WHERE sale_date BETWEEN '2023-03-01' AND '2023-03-31'", "rowcount"),
        ("range", "how many sales over 50000", "SELECT count(*) FROM sales WHERE sale_price>50000", "told"),
        ("range", "payments received above 100000", "SELECT id FROM payments_received WHERE payment_amount>100000", "rowcount"),
        ("range", "how many salespersons were hired after 2021",
         "SELECT count(*) FROM salespersons WHERE hire_date>='2022-01-01'", "told"),
        ("named", "how many customers live in Texas or TX", "SELECT count(*) FROM customers WHERE state='TX'", "told"),
        ("named", "how many payments were received in cash",
         "SELECT count(*) FROM payments_received WHERE payment_method='cash'", "told"),
        ("named", "when was Daniel Anderson hired",
         "SELECT hire_date FROM salespersons WHERE first_name='Daniel' AND last_name='Anderson'", "told"),
        ("named", "what is the phone number of Jane Smith",
         "SELECT phone FROM salespersons WHERE last_name='Smith' AND first_name='Jane'", "told"),
        ("named", "what colour is the Mustang", "SELECT color FROM cars WHERE model='Mustang'", "told"),
        ("aggregate", "average sale price", "SELECT avg(sale_price) FROM sales", "avg"),
        ("aggregate", "total amount paid to the Utility Company",
         "SELECT sum(payment_amount) FROM payments_made WHERE vendor_name='Utility Company'", "sum"),
        ("aggregate", "what did we pay to vendors in April 2023 in total",
         "SELECT sum(payment_amount) FROM payments_made WHERE payment_date LIKE '2023-04%'", "sum"),
        ("top", "most expensive car", "SELECT model FROM cars ORDER BY cost DESC LIMIT 1", "told"),
        ("top", "which salesperson made the most sales",
         "SELECT last_name FROM salespersons p JOIN sales s ON s.salesperson_id=p.id GROUP BY p.id ORDER BY count(*) DESC LIMIT 1", "told"),
        ("top", "who was hired first", "SELECT last_name FROM salespersons ORDER BY hire_date LIMIT 1", "told"),
        ("group", "number of cars per engine type", "SELECT engine_type,count(*) FROM cars GROUP BY 1", "rows"),
        ("null", "how many salespersons have no termination date",
         "SELECT count(*) FROM salespersons WHERE termination_date IS NULL", "told"),
        ("null", "which cars were never sold", "SELECT model FROM cars WHERE id NOT IN (SELECT car_id FROM sales)", "names"),
        ("trap", "how many cars had an accident", None, None),
        ("trap", "how many customers test drove a car", None, None),
    ],
    "mystery": [
        ("count", "how many people are in the database", "SELECT count(*) FROM person", "told"),
        ("count", "how many murders were there", "SELECT count(*) FROM crime_scene_report WHERE type='murder'", "told"),
        ("range", "how many crimes were reported in January 2018",
         "SELECT count(*) FROM crime_scene_report WHERE date BETWEEN 20180101 AND 20180131", "told"),
        ("range", "how many crime scene reports on 2018-01-15",
         "SELECT count(*) FROM crime_scene_report WHERE date=20180115", "told"),
        ("range", "how many people earn more than 90000", "SELECT count(*) FROM income WHERE annual_income>90000", "told"),
        ("range", "how many drivers are older than 80", "SELECT count(*) FROM drivers_license WHERE age>80", "told"),
        ("range", "how many drivers are between 20 and 30 years old",
         "SELECT count(*) FROM drivers_license WHERE age BETWEEN 20 AND 30", "told"),
        ("named", "how many women have red hair",
         "SELECT count(*) FROM drivers_license WHERE gender='female' AND hair_color='red'", "told"),
        ("named", "how many people drive a Tesla", "SELECT count(*) FROM drivers_license WHERE car_make='Tesla'", "told"),
        ("named", "how many murders happened in SQL City",
         "SELECT count(*) FROM crime_scene_report WHERE type='murder' AND city='SQL City'", "told"),
        ("named", "how many gold members does the gym have",
         "SELECT count(*) FROM get_fit_now_member WHERE membership_status='gold'", "told"),
        ("named", "in which street does Christoper Peteuil live",
         "SELECT address_street_name FROM person WHERE name='Christoper Peteuil'", "told"),
        ("aggregate", "average annual income", "SELECT avg(annual_income) FROM income", "avg"),
        ("aggregate", "what is the highest income", "SELECT max(annual_income) FROM income", "told"),
        ("group", "crimes by type", "SELECT type,count(*) FROM crime_scene_report GROUP BY 1", "rows"),
        ("group", "drivers by hair color", "SELECT hair_color,count(*) FROM drivers_license GROUP BY 1", "rows"),
        ("top", "most common car make",
         "SELECT car_make FROM drivers_license GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", "told"),
        ("trap", "how many people own a dog", None, None),
    ],
    "geography": [
        ("range", "cities with more than a million people", "SELECT city_name FROM city WHERE population>1000000", "names"),
        ("range", "rivers longer than 700 km", "SELECT river_name FROM river WHERE length>700", "names"),
        ("range", "how many mountains are higher than 5000 meters",
         "SELECT count(*) FROM mountain WHERE mountain_altitude>5000", "told"),
        ("named", "what is the capital of Texas", "SELECT capital FROM state WHERE state_name='Texas'", "told"),
        ("named", "how many lakes are in Tanzania", "SELECT count(*) FROM lake WHERE country_name='Tanzania'", "told"),
        ("named", "which states border California", "SELECT border FROM border_info WHERE state_name='California'", "names"),
        ("named", "how long is the Nile", "SELECT length FROM river WHERE river_name='Nile'", "told"),
        ("top", "what is the longest river", "SELECT river_name FROM river ORDER BY length DESC LIMIT 1", "told"),
        ("top", "highest mountain in Nepal",
         "SELECT mountain_name FROM mountain WHERE country_name='Nepal' ORDER BY mountain_altitude DESC LIMIT 1", "told"),
        ("top", "which city has the largest population", "SELECT city_name FROM city ORDER BY population DESC LIMIT 1", "told"),
        ("aggregate", "total population of all states", "SELECT sum(population) FROM state", "told"),
        ("group", "lakes per country", "SELECT country_name,count(*) FROM lake GROUP BY 1", "rows"),
        ("trap", "how many volcanoes are active", None, None),
    ],
}


def case(db, corpus, question):
    """The lines of a case."""
    kind, text, sql, shape = question
    lines = ["[[case]]", f'corpus = "{corpus}"', f'kind = "{kind}"', 'set = "held"', f"question = {json.dumps(text)}"]
    if sql is None:
        return [*lines, 'route = "search"', ""]
    rows = db.execute(sql).fetchall()
    assert rows and rows[0][0] is not None, text
    says = {
        "told": lambda: [written(cell) for cell in rows[0]],
        "avg": lambda: [written(rows[0][0])],
        "sum": lambda: [written(round(rows[0][0], 2))],
        "names": lambda: [str(row[0]).strip() for row in rows[:20]],
        "values": lambda: [written(row[-1]) for row in rows],
        "rows": lambda: [" | ".join(str(cell) for cell in row) for row in rows],
        "rowcount": list,
    }[shape]()
    lines.append('route = "sql"')
    if says:
        lines.append(f"says = {json.dumps(says)}")
    if shape in ("names", "values", "rows", "rowcount"):
        lines.append(f"rows = {len(rows)}")
    return [*lines, ""]


def main():
    databases, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for name, sets in [("first", FIRST), ("second", SECOND), ("third", THIRD)]:
        lines = []
        for corpus, questions in sets.items():
            folder = directory / corpus
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(databases / f"{corpus}.db", folder / f"{corpus}.db")
            db = sqlite3.connect(folder / f"{corpus}.db")
            exported(db, directory / f"{corpus}_csv")
            for way in [corpus, f"{corpus}_csv"]:
                lines += [line for question in questions for line in case(db, way, question)]
        (directory / f"{name}.toml").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
