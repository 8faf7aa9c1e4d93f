//! The words of questions that name nothing, but say what is asked of what is named.

/// What is made of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Average,
    Sum,
    Largest,
    Smallest,
}

impl Made {
    /// The function of SQL.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Made::Average => "avg",
            Made::Sum => "sum",
            Made::Largest => "max",
            Made::Smallest => "min",
        }
    }

    /// What stands before the name of what it is made of.
    pub(super) fn told(self) -> &'static str {
        match self {
            Made::Average => "average",
            Made::Sum => "total",
            Made::Largest => "largest",
            Made::Smallest => "smallest",
        }
    }
}

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saying {
    /// Begins what is to be shown.
    Show,
    Count,
    Made(Made),
    Distinct,
    Each,
    /// A number behind it, or a column, is compared.
    Compared(&'static str),
    /// A point of time behind it is compared.
    Time(&'static str),
    Between,
    /// A number before it is compared.
    Behind(&'static str),
    /// A number before it is an age.
    Aged,
    /// Compares what rules do not.
    Unclear,
    /// Asks for what a column says.
    HowMuch,
    And,
    Or,
    Not,
    /// The largest or smallest of what stands behind it.
    Extreme(bool),
    /// The most or fewest rows.
    Most(bool),
    /// What most rows, or the fewest, have.
    Common(bool),
    Sort,
    Falling(bool),
    Top,
    Is,
    /// Begins a condition.
    Where,
    /// Belongs to what is behind it.
    Of,
    /// All of the columns.
    All,
    /// A part of a text: whether anything may stand before it, and behind.
    Part(bool, bool),
    /// What is before it stands in rows that are spoken of.
    Their,
}

use Made::{Average, Largest, Smallest, Sum};
use Saying::{
    Aged, All, And, Behind, Between, Common, Compared, Count, Distinct, Each, Extreme, Falling, HowMuch, Is, Most, Not,
    Of, Or, Part, Show, Sort, Their, Time, Top, Unclear, Where,
};

/// Phrases and what they say; the longest that fits counts.
pub(super) const SAYINGS: &[(&[&str], Saying)] = &[
    (&["how", "many"], Count),
    (&["number", "of"], Count),
    (&["numbers", "of"], Count),
    (&["total", "number", "of"], Count),
    (&["count", "of"], Count),
    (&["count"], Count),
    (&["count", "the", "number", "of"], Count),
    (&["how", "many", "times"], Count),
    (&["average"], Saying::Made(Average)),
    (&["mean"], Saying::Made(Average)),
    (&["on", "average"], Saying::Made(Average)),
    (&["total"], Saying::Made(Sum)),
    (&["sum"], Saying::Made(Sum)),
    (&["sum", "of"], Saying::Made(Sum)),
    (&["total", "amount", "of"], Saying::Made(Sum)),
    (&["maximum"], Saying::Made(Largest)),
    (&["max"], Saying::Made(Largest)),
    (&["maximal"], Saying::Made(Largest)),
    (&["minimum"], Saying::Made(Smallest)),
    (&["min"], Saying::Made(Smallest)),
    (&["minimal"], Saying::Made(Smallest)),
    (&["highest"], Extreme(true)),
    (&["greatest"], Extreme(true)),
    (&["lowest"], Extreme(false)),
    (&["most"], Most(true)),
    (&["fewest"], Most(false)),
    (&["least"], Most(false)),
    (&["most", "common"], Common(true)),
    (&["most", "popular"], Common(true)),
    (&["most", "frequent"], Common(true)),
    (&["most", "commonly"], Common(true)),
    (&["most", "frequently"], Common(true)),
    (&["least", "common"], Common(false)),
    (&["least", "popular"], Common(false)),
    (&["least", "frequent"], Common(false)),
    (&["different"], Distinct),
    (&["distinct"], Distinct),
    (&["unique"], Distinct),
    (&["each"], Each),
    (&["every"], Each),
    (&["per"], Each),
    (&["for", "each"], Each),
    (&["grouped", "by"], Each),
    (&["by", "each"], Each),
    (&["greater", "than", "or", "equal", "to"], Compared(">=")),
    (&["less", "than", "or", "equal", "to"], Compared("<=")),
    (&["no", "more", "than"], Compared("<=")),
    (&["not", "more", "than"], Compared("<=")),
    (&["no", "less", "than"], Compared(">=")),
    (&["no", "fewer", "than"], Compared(">=")),
    (&["more", "than"], Compared(">")),
    (&["greater", "than"], Compared(">")),
    (&["larger", "than"], Compared(">")),
    (&["bigger", "than"], Compared(">")),
    (&["higher", "than"], Compared(">")),
    (&["less", "than"], Compared("<")),
    (&["fewer", "than"], Compared("<")),
    (&["smaller", "than"], Compared("<")),
    (&["lower", "than"], Compared("<")),
    (&["at", "least"], Compared(">=")),
    (&["at", "most"], Compared("<=")),
    (&["exceeding"], Compared(">")),
    (&["over"], Compared(">")),
    (&["above"], Compared(">")),
    (&["under"], Compared("<")),
    (&["below"], Compared("<")),
    (&["equal", "to"], Compared("=")),
    (&["exactly"], Compared("=")),
    (&[">="], Compared(">=")),
    (&["<="], Compared("<=")),
    (&[">"], Compared(">")),
    (&["<"], Compared("<")),
    (&["after"], Time(">")),
    (&["later", "than"], Time(">")),
    (&["before"], Time("<")),
    (&["earlier", "than"], Time("<")),
    (&["prior", "to"], Time("<")),
    (&["since"], Time(">=")),
    (&["until"], Time("<=")),
    (&["different", "from"], Unclear),
    (&["same"], Unclear),
    (&["either"], Unclear),
    (&["between"], Between),
    (&["greater"], Compared(">")),
    (&["higher"], Compared(">")),
    (&["lower"], Compared("<")),
    (&["or", "more"], Behind(">=")),
    (&["or", "greater"], Behind(">=")),
    (&["or", "higher"], Behind(">=")),
    (&["or", "above"], Behind(">=")),
    (&["or", "less"], Behind("<=")),
    (&["or", "fewer"], Behind("<=")),
    (&["or", "lower"], Behind("<=")),
    (&["years", "old"], Aged),
    (&["how", "much", "do"], HowMuch),
    (&["how", "much", "does"], HowMuch),
    (&["how", "much", "is"], HowMuch),
    (&["how", "long", "is"], HowMuch),
    (&["rarest"], Common(false)),
    (&["and"], And),
    (&["as", "well", "as"], And),
    (&["along", "with"], And),
    (&["or"], Or),
    (&["not"], Not),
    (&["no"], Not),
    (&["never"], Not),
    (&["without"], Not),
    (&["except"], Not),
    (&["other", "than"], Not),
    (&["sorted"], Sort),
    (&["ordered"], Sort),
    (&["sort"], Sort),
    (&["order"], Sort),
    (&["ranked"], Sort),
    (&["alphabetical"], Sort),
    (&["alphabetically"], Sort),
    (&["lexicographical"], Sort),
    (&["descending"], Falling(true)),
    (&["decreasing"], Falling(true)),
    (&["desc"], Falling(true)),
    (&["ascending"], Falling(false)),
    (&["increasing"], Falling(false)),
    (&["asc"], Falling(false)),
    (&["top"], Top),
    (&["is"], Is),
    (&["are"], Is),
    (&["was"], Is),
    (&["were"], Is),
    (&["="], Is),
    (&["equals"], Is),
    (&["equal"], Is),
    (&["named"], Is),
    (&["called"], Is),
    (&["with"], Where),
    (&["whose"], Where),
    (&["who"], Where),
    (&["that"], Where),
    (&["which"], Where),
    (&["where"], Where),
    (&["having"], Where),
    (&["has"], Where),
    (&["have"], Where),
    (&["had"], Where),
    (&["in"], Where),
    (&["from"], Where),
    (&["at"], Where),
    (&["on"], Where),
    (&["by"], Where),
    (&["of"], Of),
    (&["for"], Of),
    (&["'s"], Of),
    (&["all", "information"], All),
    (&["all", "the", "information"], All),
    (&["all", "details"], All),
    (&["all", "columns"], All),
    (&["containing"], Part(true, true)),
    (&["contains"], Part(true, true)),
    (&["contain"], Part(true, true)),
    (&["contains", "the", "substring"], Part(true, true)),
    (&["contains", "the", "word"], Part(true, true)),
    (&["contain", "the", "word"], Part(true, true)),
    (&["containing", "the", "word"], Part(true, true)),
    (&["starts", "with"], Part(false, true)),
    (&["start", "with"], Part(false, true)),
    (&["starting", "with"], Part(false, true)),
    (&["begins", "with"], Part(false, true)),
    (&["begin", "with"], Part(false, true)),
    (&["ends", "with"], Part(true, false)),
    (&["end", "with"], Part(true, false)),
    (&["ending", "with"], Part(true, false)),
    (&["their"], Their),
    (&["its"], Their),
    (&["corresponding"], Their),
    (&["show"], Show),
    (&["list"], Show),
    (&["give"], Show),
    (&["find"], Show),
    (&["return"], Show),
    (&["tell"], Show),
    (&["what"], Show),
    (&["display"], Show),
    (&["report"], Show),
    (&["please", "show"], Show),
];

/// The saying that begins here, and its words.
pub(super) fn saying(here: &[&str]) -> Option<(Saying, usize)> {
    let found = SAYINGS.iter().filter(|(phrase, _)| here.starts_with(phrase));
    let longest = found.max_by_key(|(phrase, _)| phrase.len());
    longest.map(|(phrase, saying)| (*saying, phrase.len()))
}
