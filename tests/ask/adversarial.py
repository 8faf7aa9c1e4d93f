#!/usr/bin/env python3
"""Asks questions that are easily counted wrongly: each answer must be right, or declined.

    tests/ask/adversarial.py PROGRAM DIR

DIR is what `tables.py` has written, with the public databases. A question comes with SQL whose first row must be told, or
with nothing: then no number may be told. `bazaar` is a folder of CSV files as people keep them, written here.
"""

import concurrent.futures
import csv
import json
import pathlib
import random
import sqlite3
import subprocess
import sys

COUNT = "SELECT count(*) FROM "

QUESTIONS = {
    "northwind": [
        ("how many orders in 2016 and 2017", COUNT + "Orders WHERE OrderDate >= '2016-01-01' AND OrderDate < '2018-01-01'"),
        ("how many orders in 2016 or 2018", COUNT + "Orders WHERE OrderDate LIKE '2016%' OR OrderDate LIKE '2018%'"),
        ("how many orders in May and June 2017", COUNT + "Orders WHERE OrderDate LIKE '2017-05%' OR OrderDate LIKE '2017-06%'"),
        ("how many orders were not shipped in 2017", None),
        ("how many customers ordered nothing in 2017",
         COUNT + "Customers WHERE CustomerID NOT IN (SELECT CustomerID FROM Orders WHERE OrderDate LIKE '2017%')"),
        ("how many orders have a freight of nearly 50", None),
        ("how many orders have a freight over 50 and under 60", COUNT + "Orders WHERE Freight > 50 AND Freight < 60"),
        ("how many products cost 18", COUNT + "Products WHERE UnitPrice = 18"),
        ("how many products cost less than the average", COUNT + "Products WHERE UnitPrice < (SELECT avg(UnitPrice) FROM Products)"),
        ("how many products are out of stock", COUNT + "Products WHERE UnitsInStock = 0"),
        ("how many products need to be reordered", COUNT + "Products WHERE UnitsInStock < ReorderLevel"),
        ("how many products are neither discontinued nor out of stock", COUNT + "Products WHERE Discontinued = '0' AND UnitsInStock > 0"),
        ("how many employees are older than 60", None),
        ("how many employees do not live in London", COUNT + "Employees WHERE City <> 'London'"),
        ("how many employees live in London or Seattle", COUNT + "Employees WHERE City IN ('London', 'Seattle')"),
        ("how many customers in London and Paris", COUNT + "Customers WHERE City IN ('London', 'Paris')"),
        ("how many customers outside of Germany", COUNT + "Customers WHERE Country <> 'Germany'"),
        ("how many customers except those from Germany", COUNT + "Customers WHERE Country <> 'Germany'"),
        ("how many suppliers are also customers", None),
        ("how many customers and suppliers are there", None),
        ("how many orders did Davolio and Fuller take", COUNT + "Orders JOIN Employees USING (EmployeeID) WHERE LastName IN ('Davolio', 'Fuller')"),
        ("how many orders shipped by Speedy Express went to Germany",
         COUNT + "Orders JOIN Shippers ON ShipperID = ShipVia WHERE CompanyName = 'Speedy Express' AND ShipCountry = 'Germany'"),
        ("how many orders contain Chai", COUNT + "[Order Details] JOIN Products USING (ProductID) WHERE ProductName = 'Chai'"),
        ("how many orders contain Chai and Chang", None),
        ("which customer placed the first order", None),
        ("how many orders were placed on a Sunday", COUNT + "Orders WHERE strftime('%w', OrderDate) = '0'"),
        ("how many orders were placed in May", None),
        ("how many orders were placed before noon", None),
        ("how many orders took longer than 30 days to ship", None),
        ("how many orders per employee on average", None),
        ("what is the median freight of orders",
         "SELECT avg(f) FROM (SELECT Freight AS f, row_number() OVER (ORDER BY Freight) AS p, count(*) OVER () AS n FROM Orders "
         "WHERE Freight IS NOT NULL) WHERE 2 * p BETWEEN n AND n + 2"),
        ("how many orders have the highest freight", None),
        ("average freight of orders shipped to Germany in 1997", None),
        ("total revenue in 2017", None),
        ("sum of unit prices of all order details of 2017", None),
        ("how many orders were cancelled", None),
        ("how many big orders are there", None),
        ("how many new customers in 2017", None),
        ("how many active customers", None),
        ("how many customers with more than 10 orders in 2017",
         COUNT + "Customers c WHERE (SELECT count(*) FROM Orders o WHERE o.CustomerID = c.CustomerID AND OrderDate LIKE '2017%') > 10"),
        ("how many products do we sell in Germany", None),
        ("how many products were ordered in 2017", None),
        ("how many products were never ordered in 2017", None),
        ("which product is the second cheapest", "SELECT UnitPrice FROM Products ORDER BY 1 LIMIT 1 OFFSET 1"),
        ("the 3 cheapest products", "SELECT UnitPrice FROM Products ORDER BY 1"),
    ],
    "desk": [
        ("how many overdue tickets", None),
        ("how many tickets are open and urgent", COUNT + "tickets WHERE status = 'open' AND priority = 'urgent'"),
        ("how many tickets are open or urgent", None),
        ("how many tickets are open or pending", COUNT + "tickets WHERE status IN ('open', 'pending')"),
        ("how many tickets are neither open nor pending", COUNT + "tickets WHERE status NOT IN ('open', 'pending')"),
        ("how many tickets are not open or pending", COUNT + "tickets WHERE status NOT IN ('open', 'pending')"),
        ("how many urgent tickets are not closed", COUNT + "tickets WHERE status <> 'closed' AND priority = 'urgent'"),
        ("how many tickets were closed in 2022", COUNT + "tickets WHERE strftime('%Y', closed_at, 'unixepoch') = '2022'"),
        ("how many tickets were closed within a day", None),
        ("how many tickets were opened and closed in 2022",
         COUNT + "tickets WHERE strftime('%Y', closed_at, 'unixepoch') = '2022' AND strftime('%Y', created_at, 'unixepoch') = '2022'"),
        ("how many tickets were reopened", None),
        ("how many tickets does each team have", COUNT + "tickets JOIN agents a ON a.id = assignee_id WHERE team_id = 1"),
        ("how many tickets has the Network team closed",
         COUNT + "tickets JOIN agents a ON a.id = assignee_id WHERE team_id = 2 AND status = 'closed'"),
        ("how many customers have open tickets", "SELECT count(DISTINCT customer_id) FROM tickets WHERE status = 'open'"),
        ("how many customers have no open tickets",
         COUNT + "customers WHERE id NOT IN (SELECT customer_id FROM tickets WHERE status = 'open')"),
        ("how many agents have more than 100 urgent tickets", None),
        ("how many tickets have more than 3 replies and no tags",
         COUNT + "tickets t WHERE (SELECT count(*) FROM replies r WHERE r.ticket_id = t.id) > 3 AND id NOT IN (SELECT ticket_id FROM ticket_tags)"),
        ("how many tickets are tagged refund and login", None),
        ("how many tickets are tagged refund or login",
         "SELECT count(DISTINCT ticket_id) FROM ticket_tags JOIN tags ON tags.id = tag_id WHERE name IN ('refund', 'login')"),
        ("how many tickets are not tagged refund",
         COUNT + "tickets WHERE id NOT IN (SELECT ticket_id FROM ticket_tags JOIN tags ON tags.id = tag_id WHERE tags.name = 'refund')"),
        ("how many customers are on the free plan", COUNT + "customers WHERE plan = 'free'"),
        ("how many customers are not on the free plan", COUNT + "customers WHERE plan <> 'free'"),
        ("how many paying customers are there", None),
        ("how many customers signed up before their first ticket", None),
        ("how many agents hired in 2018 have left", None),
        ("how many agents were hired before 2018", COUNT + "agents WHERE hired_on < '2018'"),
        ("how many agents without a team are inactive", COUNT + "agents WHERE team_id IS NULL AND is_active = 0"),
        ("what share of tickets is open", "SELECT round(100.0 * sum(status = 'open') / count(*), 1) FROM tickets"),
        ("what percentage of urgent tickets is open",
         "SELECT round(100.0 * sum(status = 'open') / count(*), 1) FROM tickets WHERE priority = 'urgent'"),
        ("what share of open tickets is urgent",
         "SELECT round(100.0 * sum(priority = 'urgent') / count(*), 1) FROM tickets WHERE status = 'open'"),
        ("average number of replies per ticket", None),
        ("how many replies per ticket", COUNT + "replies GROUP BY ticket_id ORDER BY 1 DESC LIMIT 1"),
        ("did more tickets come in May or June 2022", "SELECT sum(strftime('%Y-%m', created_at, 'unixepoch') = '2022-05'), sum(strftime('%Y-%m', created_at, 'unixepoch') = '2022-06') FROM tickets"),
        ("are there more open or pending tickets", "SELECT sum(status = 'open'), sum(status = 'pending') FROM tickets"),
        ("tickets per quarter in 2022", "SELECT count(*) FROM tickets WHERE strftime('%Y-%m', created_at, 'unixepoch') BETWEEN '2022-01' AND '2022-03'"),
    ],
    "clinic": [
        ("how many overdue invoices", COUNT + "Invoices WHERE DueDate < date('now') AND PaidAt IS NULL"),
        ("how many invoices were paid late", None),
        ("how many invoices were paid after the due date", COUNT + "Invoices WHERE date(PaidAt) > DueDate"),
        ("how many invoices are unpaid and over 500", COUNT + "Invoices WHERE PaidAt IS NULL AND Amount > 500"),
        ("how many invoices over 500 were paid in 2023", COUNT + "Invoices WHERE Amount > 500 AND PaidAt LIKE '2023%'"),
        ("how many invoices were issued in Q2 2023", COUNT + "Invoices WHERE IssuedAt >= '2023-04-01' AND IssuedAt < '2023-07-01'"),
        ("how many invoices were issued in the first half of 2023", COUNT + "Invoices WHERE IssuedAt >= '2023-01-01' AND IssuedAt < '2023-07-01'"),
        ("how many patients are over 65", None),
        ("how many patients were born after 2000", COUNT + "Patients WHERE DateOfBirth >= '2001-01-01'"),
        ("how many patients from Lisbon have no email", COUNT + "Patients WHERE City = 'Lisbon' AND Email IS NULL"),
        ("how many patients saw a surgeon", None),
        ("how many patients had appointments with surgeons",
         "SELECT count(DISTINCT PatientID) FROM Appointments JOIN Doctors USING (DoctorID) WHERE Specialty = 'surgeon'"),
        ("how many appointments were not cancelled", COUNT + "Appointments WHERE Status <> 'cancelled'"),
        ("how many appointments were cancelled or no-shows", COUNT + "Appointments WHERE Status IN ('cancelled', 'no-show')"),
        ("how many appointments last more than 30 minutes", None),
        ("how many doctors have no cancelled appointments",
         COUNT + "Doctors WHERE DoctorID NOT IN (SELECT DoctorID FROM Appointments WHERE Status = 'cancelled')"),
        ("how many prescriptions of Ibuprofen in 2023", None),
        ("average invoice amount per year", "SELECT avg(Amount) FROM Invoices WHERE IssuedAt LIKE '2022%'"),
        ("total amount of unpaid invoices", "SELECT sum(Amount) FROM Invoices WHERE PaidAt IS NULL"),
        ("share of cancelled appointments", "SELECT round(100.0 * sum(Status = 'cancelled') / count(*), 1) FROM Appointments"),
        ("how many different cities do patients come from", "SELECT count(DISTINCT City) FROM Patients"),
        ("how many invoices are due in 2023", COUNT + "Invoices WHERE DueDate LIKE '2023%'"),
    ],
    "bazaar": [
        ("how many orders are there", 40),
        ("how many orders are open", 20),
        ("how many orders are paid", 10),
        ("how many orders are unpaid", 30),
        ("how many orders were ordered in March 2023", 20),
        ("how many orders are due in March 2023", None),
        ("how many orders are overdue", None),
        ("how many orders have an amount over 1000", 20),
        ("total amount of orders", 41020),
        ("how many orders have a fee over 3", None),
        ("sum of the fee of orders", None),
        ("how many orders have a weight over 2", None),
        ("average discount of orders", 5),
        ("how many orders were shipped", 8),
        ("how many orders were not shipped", 32),
        ("how many orders did Ada place", 20),
        ("how many customers are from Berlin", 1),
        ("how many customers have no orders", 1),
        ("how many orders of customers from Berlin", 20),
        ("how many orders have a score over 4", None),
        ("the largest amount of orders", 2000.5),
        ("how many orders in 2022 and 2023", 40),
        ("how many vip customers", None),
    ],
}


def bazaar(folder):
    """Orders as people keep them: numbers with signs, days of one country, a row that sums up."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "customers.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["id", "name", "city"])
        out.writerows([[1, "Ada", "Berlin"], [2, "Bo", "Paris"], [3, "Cy", "Oslo"]])
    rng = random.Random(5)
    rows = []
    for number in range(40):
        is_large = number % 2 == 0
        rows.append([
            1000 + number, 1 + number % 2, f"{13 + number % 15}/{'03/2023' if is_large else '11/2022'}", f"0{1 + number % 9}/0{1 + number % 8}/2023",
            ["open", "closed", "Open ", "CLOSED"][number % 4], "$2,000.50" if is_large else "$50.50",
            rng.choice(["$3", "€4"]), "yes" if number % 4 == 0 else "no", "10%" if is_large else "0%",
            "12 Mar 2023" if number % 5 == 0 else "-", f"{1 + number % 9},{100 + number}", "5" if number else "great",
        ])
    with open(folder / "orders.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["order_id", "customer_id", "ordered", "due", "status", "amount", "fee", "paid", "discount", "shipped", "weight", "score"])
        out.writerows(rows)
        out.writerow(["Total", "", "", "", "", "$41,020.00", "", "", "", "", "", ""])


def ask(program, question, folder):
    """What a program says to a question, without what is no number of it."""
    run = subprocess.run([program, "ask", "--format", "json", question, str(folder)], capture_output=True, text=True, check=False)
    try:
        counted = json.loads(run.stdout).get("counted")
        # Rows that are searched are no number.
        counted = counted if counted and counted["route"] == "sql" else None
    except json.JSONDecodeError:
        return None, run.stdout + run.stderr
    return counted, run.stdout


def is_right(counted, due):
    """Whether every number that is due is told in a row, alone or beside others."""
    cells = [cell for row in counted["rows"] for cell in row]

    def is_told(number):
        return any(abs(float(cell) - number) < 0.051 for cell in cells if cell.replace(".", "", 1).replace("-", "", 1).isdigit())

    return all(is_told(float(number)) for number in due)


def main():
    program, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    bazaar(directory / "bazaar")
    tasks = []
    for corpus, questions in QUESTIONS.items():
        folders = [folder for folder in (corpus, f"{corpus}_csv") if (directory / folder).exists()]
        for question, due in questions:
            if isinstance(due, str):
                due = sqlite3.connect(directory / corpus / f"{corpus}.db").execute(due).fetchone()
            elif due is not None:
                due = [due]
            tasks += [(folder, question, due) for folder in folders]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda task: ask(program, task[1], directory / task[0]), tasks))
    right = declined = wrong = 0
    for (folder, question, due), (counted, text) in zip(tasks, answers):
        if counted is None:
            declined += 1
            if "-v" in sys.argv and due is not None:
                print(f"declined  {folder}: {question}")
        elif due is not None and is_right(counted, due):
            right += 1
        else:
            wrong += 1
            print(f"WRONG     {folder}: {question}\n          {counted['query']}\n          {counted['rows'][:2]}, due {due}")
    print(f"{len(tasks)} asked, {right} right, {declined} declined, {wrong} wrong")


if __name__ == "__main__":
    main()
