//! Questions about what belongs to rows – how many, none, the most – and about periods: the numbers of SQL, or no number.

use crate::worded::{ask, made_by, says};

/// A nursery garden that sells plants. Points of time are texts, and seconds.
const NURSERY: &str = "
CREATE TABLE buyers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, phone TEXT, joined_on TEXT, is_active INTEGER NOT NULL);
INSERT INTO buyers VALUES (1, 'Aino', 'Turku', '1', '2022-01-05', 1), (2, 'Béla', 'Pécs', '', '2022-02-05', 0),
  (3, 'Cem', 'Izmir', NULL, '2023-03-05', 1), (4, 'Dov', 'Turku', '4', '2023-04-05', 1);
CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO growers VALUES (1, 'Fern Hill'), (2, 'Stone Yard');
CREATE TABLE bills (id INTEGER PRIMARY KEY, grower_id INTEGER REFERENCES growers(id), amount REAL);
INSERT INTO bills VALUES (1, 2, 7), (2, 1, 20), (3, 1, 10);
CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, grower_id INTEGER REFERENCES growers(id), price REAL);
INSERT INTO plants VALUES (1, 'Fern', 1, 5), (2, 'Rose', 2, 9), (3, 'Moss', 1, 2), (4, 'Fern Hill', 2, 4);
CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO labels VALUES (1, 'shade'), (2, 'red'), (3, 'rare');
CREATE TABLE plant_labels (plant_id INTEGER REFERENCES plants(id), label_id INTEGER REFERENCES labels(id), PRIMARY KEY (plant_id, label_id));
INSERT INTO plant_labels VALUES (1, 1), (3, 1), (2, 2), (3, 3), (3, 2);
CREATE TABLE orders (id INTEGER PRIMARY KEY, buyer_id INTEGER REFERENCES buyers(id), placed_at INTEGER, paid_at TEXT, total REAL, town TEXT);
INSERT INTO orders VALUES (1, 1, 1672617600, '2023-01-03', 10, 'Turku'), (2, 1, 1675296000, NULL, 20, 'Turku'),
  (3, 1, 1704153600, NULL, 5, 'Oulu'), (4, 2, 1675296000, '2023-03-01', 90, 'Turku'), (5, NULL, 1675296000, NULL, 1, 'Turku'),
  (6, NULL, 1675296000, NULL, 1, 'Oulu'), (7, NULL, 1675296000, NULL, 1, 'Oulu'), (8, NULL, 1675296000, NULL, 1, 'Oulu');
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(id), plant_id INTEGER REFERENCES plants(id), quantity INTEGER);
INSERT INTO order_lines VALUES (1, 1, 1, 2), (2, 1, 2, 1), (3, 2, 1, 1), (4, 4, 2, 9);
";

const STORE: &str = "
CREATE TABLE 客户 (编号 INTEGER PRIMARY KEY, 姓名 TEXT NOT NULL, 城市 TEXT, 电话 TEXT);
INSERT INTO 客户 VALUES (1, '王芳', '北京', '1'), (2, '李伟', '上海', NULL), (3, '张敏', '北京', '3');
CREATE TABLE 订单 (编号 INTEGER PRIMARY KEY, 客户编号 INTEGER REFERENCES 客户(编号), 下单日期 TEXT, 状态 TEXT, 金额 REAL);
INSERT INTO 订单 VALUES (1, 1, '2023-01-02', '已付款', 10), (2, 1, '2023-01-09', '未付款', 20), (3, 2, '2023-02-01', '未付款', 200);
";

#[test]
fn rows_are_grouped_by_periods_of_dates_however_they_are_held() {
    let (_folder, workspace) = made_by("nursery.db", NURSERY);
    says(
        &workspace,
        &[
            ("orders per year", &["year | count", "2023 | 7", "2024 | 1"]),
            ("orders by month in 2023", &["month | count", "2023-01 | 1", "2023-02 | 6"]),
            ("buyers by joined month", &["month | count", "2022-01 | 1", "2022-02 | 1", "2023-03 | 1", "2023-04 | 1"]),
            ("sum of the total of orders by year", &["year | total", "2023 | 124", "2024 | 5"]),
            ("how many orders were there each year", &["year | count", "2023 | 7", "2024 | 1"]),
        ],
    );
}

#[test]
fn what_belongs_to_a_row_is_counted_denied_and_ranked() {
    let (_folder, workspace) = made_by("nursery.db", NURSERY);
    says(
        &workspace,
        &[
            ("how many buyers never ordered", &["count: 2"]),
            ("how many buyers have never placed an order", &["count: 2"]),
            ("how many plants were never sold", &["count: 2"]),
            ("how many plants have no order", &["count: 2"]),
            ("how many plants have no labels", &["count: 1"]),
            ("how many buyers without orders in 2024", &["count: 3"]),
            ("how many buyers have more than 2 orders", &["count: 1"]),
            ("how many buyers have at least 2 orders in 2023", &["count: 1"]),
            ("how many plants with exactly 3 labels", &["count: 1"]),
            ("how many plants have 2 labels or more", &["count: 1"]),
            ("how many labels have fewer than 2 plants", &["count: 1"]),
            ("top 2 labels by number of plants", &["name | count", "shade | 2", "red | 2"]),
            ("top 2 growers by number of plants", &["name | count", "Fern Hill | 2", "Stone Yard | 2"]),
            // Orders of nobody are nobody's most.
            ("which buyers have the most orders", &["name | count", "Aino | 3", "Béla | 1"]),
            ("which buyer has the most orders", &["name | count", "Aino | 3"]),
            ("which growers spent the most", &["name | sum_of_amount", "Fern Hill | 30", "Stone Yard | 7"]),
            ("which grower spent the most", &["name | sum_of_amount", "Fern Hill | 30"]),
            ("best-selling plants", &["name | sum_of_quantity", "Rose | 10", "Fern | 3", "Moss | 0", "Fern Hill | 0"]),
            ("best-selling plant", &["name | sum_of_quantity", "Rose | 10"]),
            ("top 2 plants by price", &["name | price", "Rose | 9", "Fern | 5"]),
            ("how many plants by Fern Hill", &["count: 2"]),
            ("how many orders of Bela", &["count: 1"]),
            ("how many inactive buyers", &["count: 1"]),
            ("how many unpaid orders", &["count: 6"]),
            // An empty text is no phone either.
            ("how many buyers have no phone", &["count: 2"]),
        ],
    );
}

#[test]
fn what_is_left_out_and_what_is_equal_is_told() {
    let (_folder, workspace) = made_by("nursery.db", NURSERY);
    for (question, lines, told) in [
        // The year is that in which they were paid, as the months are.
        ("orders paid per month in 2023", &["month | count", "2023-01 | 1", "2023-03 | 1"][..], &[][..]),
        ("orders by paid year", &["year | count", "2023 | 2"], &["6 rows with no paid_at (null): not counted"]),
        (
            "which label has the most plants",
            &["name | count", "shade | 2", "red | 2"],
            &["2 rows have this count: all of them are shown"],
        ),
        ("top 3 plants by number of labels", &["name | count", "Moss | 3", "Fern | 1", "Rose | 1"], &[]),
        (
            "top 2 plants by number of labels",
            &["name | count", "Moss | 3", "Fern | 1", "Rose | 1"],
            &["2 rows have the last count: all of them are shown"],
        ),
    ] {
        let found = ask(&workspace, question);
        assert_eq!(
            found.counted.as_ref().map(|counted| counted.lines()),
            Some(lines.iter().map(|line| (*line).to_owned()).collect()),
            "{question}"
        );
        assert_eq!(found.remarks(), told, "{question}");
    }
}

#[test]
fn what_may_be_said_of_other_rows_is_not_counted() {
    let (_folder, workspace) = made_by("nursery.db", NURSERY);
    for question in [
        // The buyers' town, or the orders'?
        "how many buyers without orders from Turku",
        "how many buyers have more than 1 order from Oulu",
        "how many buyers never ordered in 2023",
        "how many buyers with more than 1 unpaid order",
        "how many plants have no labels in 2023",
        "how many buyers have more than 2 gardens",
        // What of the orders was not paid was not spent.
        "which buyer spent the most",
        "which grower spent the most in 2023",
        "best-selling plant in 2023",
        "most popular plant",
        "how many orders without order lines in 2023",
        "in 2023, how many buyers had no orders",
        "how many orders per month were paid in 2023",
        "plants per month",
    ] {
        let found = ask(&workspace, question);
        assert_eq!(found.counted.map(|counted| (counted.query, counted.rows)), None, "{question}");
    }
}

#[test]
fn chinese_names_of_tables_columns_and_values_are_understood() {
    let (_folder, workspace) = made_by("store.db", STORE);
    says(
        &workspace,
        &[
            ("每月订单数", &["month | count", "2023-01 | 2", "2023-02 | 1"]),
            ("2023年每月的订单数量", &["month | count", "2023-01 | 2", "2023-02 | 1"]),
            ("有多少客户没有订单", &["count: 1"]),
            ("有多少没有电话的客户", &["count: 1"]),
            ("北京有多少客户", &["count: 2"]),
            ("从未下单的客户有多少", &["count: 1"]),
            ("2023年2月没有订单的客户有多少", &["count: 2"]),
            ("至少有2个订单的客户有多少", &["count: 1"]),
            ("哪个城市的客户最多", &["城市 | count", "北京 | 2", "上海 | 1"]),
            ("2023年的订单总金额", &["金额: 230"]),
            ("王芳有多少订单", &["count: 2"]),
            ("有多少未付款的订单", &["count: 2"]),
            ("金额超过100的订单有多少", &["count: 1"]),
            ("哪个客户的订单最多", &["姓名 | count", "王芳 | 2", "李伟 | 1"]),
        ],
    );
    let found = ask(&workspace, "订单超过1个的客户").counted.expect("rows");
    assert_eq!((found.total, found.rows[0][1].as_str()), (1, "王芳"), "{}", found.query);
    assert_eq!(ask(&workspace, "有多少满意的客户").counted, None);
}

/// Packages, and what they are to each other.
const PACKAGES: &str = "
CREATE TABLE packages (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER);
INSERT INTO packages VALUES (1, 'editor', 5), (2, 'shell', 3), (3, 'parser', 9), (4, 'colours', 1);
CREATE TABLE dependencies (package_id INTEGER REFERENCES packages(id), kind TEXT, target TEXT);
INSERT INTO dependencies VALUES (1, 'depends', 'parser'), (2, 'depends', 'parser'), (2, 'suggests', 'colours'),
  (1, 'suggests', 'shell'), (4, 'conflicts', 'parser'), (3, 'recommends', 'colours');
";

#[test]
fn what_rows_are_to_each_other_is_told_by_the_kind_of_their_relation() {
    let (_folder, workspace) = made_by("packages.db", PACKAGES);
    says(
        &workspace,
        &[
            ("how many packages depend on parser", &["count: 2"]),
            ("how many packages conflict with parser", &["count: 1"]),
            ("how many packages recommend shell", &["count: 0"]),
            ("which packages suggest colours", &["id | name | size", "2 | shell | 3"]),
            ("packages that depend on parser", &["id | name | size", "1 | editor | 5", "2 | shell | 3"]),
            ("what conflicts with parser", &["id | name | size", "4 | colours | 1"]),
            ("which packages does editor suggest", &["target: shell"]),
            ("how many packages does shell depend on", &["count: 1"]),
            ("packages recommended by parser", &["target: colours"]),
        ],
    );
    // Who does it is not said.
    for asked in [
        "which packages are recommended for colours",
        "packages suggested to colours",
        "how many packages are suggested for shell",
    ] {
        let sql = ask(&workspace, asked).counted.map(|counted| counted.query).unwrap_or_default();
        assert!(!sql.contains("kind"), "{asked}: {sql}");
    }
}

/// Issues that block one another, with the columns of their links in both orders, and under names that say nothing.
#[test]
fn the_names_of_columns_tell_who_does_it_and_their_order_does_not() {
    let links = |first: &str, second: &str, rows: &str| {
        format!(
            "CREATE TABLE issues (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
             INSERT INTO issues VALUES (1, 'alpha'), (2, 'beta'), (3, 'gamma');
             CREATE TABLE links (id INTEGER PRIMARY KEY, {first} INTEGER REFERENCES issues(id), {second} INTEGER REFERENCES
               issues(id), kind TEXT);
             INSERT INTO links VALUES {rows}, (4, 3, 3, 'duplicates'), (5, 3, 3, 'duplicates');"
        )
    };
    let [forth, back] = ["(1, 2, 1, 'blocks'), (2, 2, 3, 'blocks')", "(1, 1, 2, 'blocks'), (2, 3, 2, 'blocks')"];
    for schema in [
        links("source_id", "target_id", forth),
        links("target_id", "source_id", back),
        links("issue_id", "to_id", forth),
        links("to_issue", "from_issue", back),
    ] {
        let (_folder, workspace) = made_by("issues.db", &schema);
        says(
            &workspace,
            &[
                ("which issues block alpha?", &["id | title", "2 | beta"]),
                ("which issues are blocked by beta", &["id | title", "1 | alpha", "3 | gamma"]),
                ("what does beta block", &["id | title", "1 | alpha", "3 | gamma"]),
            ],
        );
    }
    for (first, second) in [("one_id", "other_id"), ("source_id", "from_id")] {
        let (_folder, workspace) = made_by("issues.db", &links(first, second, forth));
        let found = ask(&workspace, "which issues block alpha?").counted.map(|counted| counted.query);
        assert!(found.as_ref().is_none_or(|query| !query.contains("links")), "{first} {second}: {found:?}");
    }
}
