//! People: what tables of them are called, how their sex is said, and what they do by which a question means them.

/// The beginnings of the names of tables whose rows are people.
pub(in crate::agent::tables) const PEOPLE: &[&str] = &[
    "person", "peopl", "employe", "customer", "client", "user", "member", "student", "patient", "staff", "actor",
    "author", "player", "driver", "passeng", "teacher", "contact", "account", "citizen", "child",
];

/// What is said of women and of men, and what columns hold for it.
pub(in crate::agent::tables) const SEXES: &[(&[&str], &[&str])] = &[
    (&["woman", "women", "female", "females", "girl", "girls", "lady", "ladies"], &["f", "female", "w", "woman", "女"]),
    (&["man", "men", "male", "males", "boy", "boys"], &["m", "male", "man", "男"]),
];

/// Words of columns that say it.
pub(in crate::agent::tables) const SEX: &[&str] = &["gender", "sex", "性别"];

/// The beginnings of what people are called → what they do with the rows that they are linked with.
pub(in crate::agent::tables) const DOING: &[(&[&str], &[&str])] = &[
    (
        &["actor", "actress", "cast", "perform"],
        &[
            "play",
            "plays",
            "played",
            "playing",
            "star",
            "stars",
            "starred",
            "starring",
            "act",
            "acts",
            "acted",
            "appear",
            "appears",
            "appeared",
            "feature",
            "features",
            "featured",
            "featuring",
            "perform",
            "performs",
            "performed",
        ],
    ),
    (&["author", "writer"], &["write", "writes", "wrote", "written", "writing"]),
    (&["director"], &["direct", "directs", "directed"]),
    (&["teacher", "instructor", "lecturer", "professor"], &["teach", "teaches", "taught", "teaching"]),
    (&["composer"], &["compose", "composes", "composed"]),
    (&["languag"], &["speak", "speaks", "spoken", "speaking"]),
    (&["manager"], &["manage", "manages", "managed"]),
    (
        &["artist", "band", "singer"],
        &["sing", "sings", "sang", "perform", "performs", "performed", "record", "recorded"],
    ),
];
