//! Pieces → clauses.

use super::clause::{Clauses, Condition, Named, Of, Place, What, With};
use super::measures::{Measured, comparative};
use super::pieces::Piece;
use super::sayings::{Made, Saying};

/// What is being said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// What is shown.
    Shown,
    /// Of which rows, and under which conditions.
    Rows,
    /// In which order.
    Order,
}

/// A superlative that waits for what it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Superlative {
    /// The largest or smallest of a column.
    Extreme(bool),
    /// The most or fewest rows.
    Most(bool),
    /// What most rows have, or the fewest.
    Common(bool),
    Measured(Measured),
}

/// What was read until now.
pub(super) struct Reader<'p> {
    pub pieces: &'p [Piece],
    pub at: usize,
    pub clauses: Clauses,
    pub mode: Mode,
    pub counts: bool,
    pub made: Vec<Made>,
    pub each: bool,
    pub not: bool,
    pub superlative: Option<Superlative>,
    pub compared: Option<&'static str>,
    pub time: Option<&'static str>,
    pub number: Option<String>,
    /// A column that waits for what it is compared with.
    pub left: Option<Of>,
    /// Whether "and" stands before it.
    pub is_left_joined: bool,
    pub is_between: bool,
    pub part: Option<(bool, bool)>,
    /// The word before was "or", or "and".
    pub joined: Option<Saying>,
    /// Whether "or" was said, and not yet what it joins.
    pub is_or: bool,
    /// Whether it was asked how much, so that a column has to be named.
    pub asks_much: bool,
    pub near: Option<usize>,
    /// A table whose column stands behind it.
    pub owner: Option<usize>,
    pub is_top: bool,
    pub falls: Option<bool>,
    /// Whether "their" stands before a column.
    pub is_their: bool,
    /// Whether it was said first that rows are sorted, and not yet by what.
    pub sorts: bool,
}

/// What a question asks; `None` unless all of it is understood.
pub(super) fn read(pieces: &[Piece]) -> Option<Clauses> {
    let mut reader = Reader::new(pieces);
    while reader.at < pieces.len() {
        let before = reader.at;
        reader.piece()?;
        reader.at = reader.at.max(before + 1);
    }
    reader.finished()
}

impl<'p> Reader<'p> {
    fn new(pieces: &'p [Piece]) -> Reader<'p> {
        Reader {
            pieces,
            at: 0,
            clauses: Clauses::default(),
            mode: Mode::Shown,
            counts: false,
            made: Vec::new(),
            each: false,
            not: false,
            superlative: None,
            compared: None,
            time: None,
            number: None,
            left: None,
            is_left_joined: false,
            is_between: false,
            part: None,
            joined: None,
            is_or: false,
            asks_much: false,
            near: None,
            owner: None,
            is_top: false,
            falls: None,
            is_their: false,
            sorts: false,
        }
    }

    /// Reads the piece that is next.
    fn piece(&mut self) -> Option<()> {
        let piece = &self.pieces[self.at];
        if let Some(saying) = piece.saying {
            return self.says(saying);
        }
        if let Some(measured) = piece.most {
            return self.superlative(measured);
        }
        if let Some(measured) = piece.more {
            return self.comparative(measured);
        }
        // A number is a value where a column waits for a text.
        let fits = |place: Place| matches!(&self.left, Some(Of::Named(named)) if named.may_be.iter().any(|(own, _)| *own == place));
        if let Some(number) = piece.number.as_ref().filter(|_| !piece.values.iter().any(|(place, _)| fits(*place))) {
            return self.number(number.clone());
        }
        let read = self.named(piece);
        self.joined = None;
        read
    }

    /// A table, a column or a value: where it may be several of these, the one that fits here.
    fn named(&mut self, piece: &Piece) -> Option<()> {
        let awaits_value = self.left.is_some() || self.part.is_some();
        if awaits_value && (!piece.values.is_empty() || piece.is_quoted) {
            return self.value(piece);
        }
        let is_whole = piece.columns.iter().any(|(_, quality)| *quality > super::pieces::PART);
        if !piece.tables.is_empty() && !self.is_column_here(piece) {
            return self.table(piece);
        }
        if !piece.values.is_empty() && !is_whole && piece.tables.is_empty() {
            return self.value(piece);
        }
        match (piece.columns.is_empty(), piece.values.is_empty() && !piece.is_quoted) {
            (false, _) => self.column(piece),
            (true, false) => self.value(piece),
            (true, true) => None,
        }
    }

    /// Whether what is called like a table is a column here: of the rows that are spoken of, where something is made of it.
    fn is_column_here(&self, piece: &Piece) -> bool {
        if piece.columns.is_empty() {
            return false;
        }
        let is_extreme = !self.counts && matches!(self.superlative, Some(Superlative::Extreme(_)));
        let is_made = !self.made.is_empty() || is_extreme;
        let own = |table: usize| {
            piece.columns.iter().any(|((of, _), quality)| *of == table && *quality == super::pieces::WHOLE)
        };
        let is_compared = self
            .pieces
            .get(self.at + 1)
            .is_some_and(|next| matches!(next.saying, Some(Saying::Is | Saying::Compared(_))) || next.is_quoted);
        let subject = self.clauses.subject.is_some_and(own);
        let owner = self.owner.is_some_and(own);
        let is_shown = self.mode == Mode::Shown && self.clauses.subject.is_none() && !self.counts && {
            // "Name, country and age of singers": the table comes later.
            let later = self.pieces[self.at + 1..].iter().flat_map(|next| &next.tables);
            later.clone().next().is_some_and(|table| own(*table) && !piece.tables.contains(table))
        };
        is_made || owner || is_shown || subject && (is_compared || self.mode == Mode::Order || self.each)
    }

    /// The place of a word of a closed set.
    fn says(&mut self, saying: Saying) -> Option<()> {
        let joined = self.joined.take();
        match saying {
            Saying::Show => return self.shows(),
            Saying::Count => self.counts = true,
            Saying::Made(made) => return self.makes(made),
            Saying::Distinct => self.clauses.is_distinct = true,
            Saying::Each => self.each = true,
            Saying::Compared(sign) => self.compared = Some(sign),
            Saying::Time(sign) => self.time = Some(sign),
            Saying::Between => self.is_between = true,
            Saying::And | Saying::Or => {
                self.is_or |= saying == Saying::Or;
                self.joined = Some(saying);
            }
            Saying::Behind(sign) => return self.behind(sign),
            Saying::Aged => {
                let (sign, number) = (self.compared.take().unwrap_or("="), self.number.take()?);
                self.condition(Of::Measured(comparative("older")?), With::Number(sign, number))?;
            }
            Saying::Old => self.left = Some(Of::Measured(comparative("older")?)),
            Saying::Unclear => return None,
            Saying::HowMuch => self.asks_much = true,
            Saying::Not => self.not = true,
            Saying::Extreme(most) => self.superlative = Some(Superlative::Extreme(most)),
            Saying::Most(most) => self.superlative = Some(Superlative::Most(most)),
            Saying::Common(most) => self.superlative = Some(Superlative::Common(most)),
            // "Sort the shops by size": what is sorted comes first.
            Saying::Sort if self.at == 0 => self.sorts = true,
            Saying::Sort => self.mode = Mode::Order,
            Saying::Where if self.sorts && self.pieces[self.at].text == "by" => {
                (self.sorts, self.mode) = (false, Mode::Order);
            }
            Saying::Falling(falls) => {
                self.mode = Mode::Order;
                self.falls = Some(falls);
                if let Some((_, own)) = &mut self.clauses.order {
                    *own = falls;
                }
            }
            Saying::Top => self.is_top = true,
            Saying::All => self.clauses.shown.push(What::All),
            // "Starts with the letter" says no more than "starts with".
            Saying::Part(before, behind) => self.part = self.part.or(Some((before, behind))),
            Saying::Their => self.is_their = true,
            Saying::Both if self.mode == Mode::Shown => {}
            Saying::Both => self.clauses.both = Some(self.clauses.conditions.len()),
            Saying::Where => {
                if self.clauses.subject.is_some() || !self.clauses.shown.is_empty() {
                    self.mode = if self.mode == Mode::Order { Mode::Order } else { Mode::Rows };
                }
                self.joined = joined;
            }
            Saying::Is | Saying::Of => self.joined = joined,
        }
        Some(())
    }

    /// What is to be shown begins.
    fn shows(&mut self) -> Option<()> {
        let is_asked_later = self.clauses.subject.is_some() && self.mode != Mode::Shown;
        if is_asked_later && self.left.is_none() {
            self.mode = Mode::Shown;
        }
        Some(())
    }

    /// What is made of a column: or of what stands behind "than the".
    fn makes(&mut self, made: Made) -> Option<()> {
        if let Some(sign) = self.compared.filter(|_| made == Made::Average) {
            return self.than_average(sign);
        }
        if let (Some(left @ Of::Measured(_)), Made::Average) = (self.left.clone(), made) {
            let sign = self.compared.take()?;
            return self.condition(left, With::Average(sign));
        }
        self.made.push(made);
        Some(())
    }

    /// A comparison with an average: of the column that waits, or of the one behind.
    fn than_average(&mut self, sign: &'static str) -> Option<()> {
        self.compared = None;
        let next = self.pieces.get(self.at + 1).filter(|next| !next.columns.is_empty());
        let behind = next.map(|next| Of::Named(Named { may_be: next.columns.clone(), of: None, near: self.near }));
        let of = match (self.left.take(), behind) {
            (Some(left), None) => left,
            (Some(left), Some(behind)) => {
                self.at += 2;
                match left {
                    Of::Named(_) => left,
                    _ => behind,
                }
            }
            (None, behind) => {
                self.at += 2;
                behind?
            }
        };
        self.condition(of, With::Average(sign))
    }

    fn superlative(&mut self, measured: Measured) -> Option<()> {
        let mut rest = self.pieces[self.at + 1..].iter();
        let next = rest.find(|next| next.saying != Some(Saying::Of));
        // "Most recent", "least expensive", "most recently": how much is said before it.
        let measured = match self.superlative.take() {
            Some(Superlative::Most(is_most)) => Measured { is_most: measured.is_most == is_most, ..measured },
            Some(_) => return None,
            None => measured,
        };
        let is_number =
            |next: &Piece| !next.columns.is_empty() && next.tables.is_empty() || next.saying == Some(Saying::Count);
        let is_of_numbers = measured.is_of_numbers() && next.is_some_and(is_number);
        self.superlative = Some(match is_of_numbers {
            true => Superlative::Extreme(measured.is_most),
            false => Superlative::Measured(measured),
        });
        if self.mode == Mode::Order {
            self.clauses.order = Some((What::Measured(measured, None), true));
            self.superlative = None;
            // "From the oldest to the youngest" says the same twice.
            let rest = &self.pieces[self.at + 1..];
            if rest.len() == 1 && rest[0].most.is_some() {
                self.at += 2;
            }
        }
        Some(())
    }

    fn comparative(&mut self, measured: Measured) -> Option<()> {
        self.compared = Some(if measured.is_most { ">" } else { "<" });
        // "Larger population than", "with a weight heavier than": the column is named.
        if self.left.is_none() {
            self.left = Some(Of::Measured(measured));
        }
        Some(())
    }

    /// Adds a condition: behind "or" one more value of the column before, and nothing else.
    pub(super) fn condition(&mut self, of: Of, with: With) -> Option<()> {
        let is_not = std::mem::take(&mut self.not);
        // What was never done in a year may be done in another one; and countries where nobody does something are others
        // than those where somebody does not.
        let is_of_columns = self.clauses.subject.is_none() && !self.clauses.shown.is_empty();
        if is_not && (of == Of::When || is_of_columns) {
            return None;
        }
        if std::mem::take(&mut self.is_or) {
            let Some(Condition::Compared { of: before, with: With::Texts(texts), is_not: was_not, .. }) =
                self.clauses.conditions.last_mut()
            else {
                return None;
            };
            let (Of::Named(one), Of::Named(other), With::Texts(more)) = (before, &of, with) else { return None };
            // A value that stands in other columns as well is one of the same.
            one.may_be.retain(|(place, _)| other.may_be.iter().any(|(too, _)| too == place));
            if one.may_be.is_empty() || *was_not || is_not {
                return None;
            }
            texts.extend(more);
            return Some(());
        }
        // A value tells which rows what stands behind it is of.
        if let (Of::Named(named), With::Texts(_)) = (&of, &with)
            && let [((table, _), _), rest @ ..] = named.may_be.as_slice()
            && rest.iter().all(|((other, _), _)| other == table)
        {
            self.near = Some(*table);
        }
        let condition = Condition::Compared { of, near: self.near, with, is_not };
        self.clauses.conditions.push(condition);
        if self.clauses.subject.is_some() {
            self.mode = Mode::Rows;
        }
        Some(())
    }

    /// How the number before is compared.
    fn behind(&mut self, sign: &'static str) -> Option<()> {
        if self.number.is_some() && self.compared.is_none() {
            self.compared = Some(sign);
            return Some(());
        }
        // "In 2014 or after", where years are texts.
        if let Some(Condition::Compared { with, is_not: false, .. }) = self.clauses.conditions.last_mut()
            && let With::Texts(texts) = &*with
            && let [number] = texts.as_slice()
            && number.parse::<i64>().is_ok()
        {
            *with = With::Number(sign, number.clone());
            return Some(());
        }
        match self.clauses.conditions.last_mut() {
            Some(Condition::Compared { with: With::Number(own @ "=", _) | With::Year(own @ "=", _), .. }) => {
                *own = sign
            }
            Some(Condition::Has { count: Some((own @ "=", _)), .. }) => *own = sign,
            _ => return None,
        }
        Some(())
    }
}
