//! Hunks of unified diffs: the lines of the new file at which something has changed.

/// A hunk that is being read.
pub(in crate::search::finder) struct Hunk<'t> {
    /// The new file.
    pub path: &'t str,
    head: &'t str,
    /// The first line in the new file.
    start: u32,
    /// The next line in the new file.
    next: u32,
    /// Lines of the old and of the new file that are still to come.
    left: [u32; 2],
    in_change: bool,
    changes: Vec<(u32, &'t str)>,
}

impl<'t> Hunk<'t> {
    /// Reads the head of a hunk, `@@ -10,6 +10,7 @@ fn main()`; `None` for another line.
    pub(in crate::search::finder) fn read(path: &'t str, line: &'t str) -> Option<Hunk<'t>> {
        let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
        let (_, old) = range(old)?;
        let (start, new) = range(rest.split(' ').next()?)?;
        let head = line.trim();
        Some(Hunk { path, head, start, next: start, left: [old, new], in_change: false, changes: Vec::new() })
    }

    /// Reads a line of the hunk; false if it is none.
    pub(in crate::search::finder) fn takes(&mut self, line: &'t str) -> bool {
        let [old, new] = &mut self.left;
        let sign = line.chars().next().unwrap_or(' ');
        match sign {
            // `\ No newline at end of file`.
            '\\' => return true,
            '+' if *new > 0 => *new -= 1,
            '-' if *old > 0 => *old -= 1,
            ' ' if *old > 0 && *new > 0 => (*old, *new) = (*old - 1, *new - 1),
            _ => return false,
        }
        if sign != ' ' {
            let said = line.trim_end();
            match self.changes.last_mut().filter(|_| self.in_change) {
                // What a line was changed to says more than what it was.
                Some((_, told)) if told.starts_with('-') && sign == '+' => *told = said,
                Some(_) => {}
                None => self.changes.push((self.next.max(1), said)),
            }
        }
        self.in_change = sign != ' ';
        self.next += u32::from(sign != '-');
        true
    }

    /// The lines at which changes begin, each with its text; the hunk itself where its lines were not given.
    pub(in crate::search::finder) fn changes(self) -> Vec<(u32, &'t str)> {
        if self.changes.is_empty() { vec![(self.start.max(1), self.head)] } else { self.changes }
    }
}

/// The first line and the number of lines: `10,6`, `10`.
fn range(text: &str) -> Option<(u32, u32)> {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes<'t>(head: &'t str, lines: &[&'t str]) -> Vec<(u32, &'t str)> {
        let mut hunk = Hunk::read("a.rs", head).expect("the head of a hunk");
        lines.iter().for_each(|line| assert!(hunk.takes(line), "{line}"));
        hunk.changes()
    }

    #[test]
    fn changes_are_told_where_they_begin() {
        let lines = [" a", "-b", "+c", "+d", " e", " f", "-g", " h"];
        assert_eq!(changes("@@ -10,6 +10,6 @@ fn x()", &lines), [(11, "+c"), (15, "-g")]);
        assert_eq!(changes("@@ -0,0 +1 @@", &["+new"]), [(1, "+new")]);
        assert_eq!(changes("@@ -1 +0,0 @@", &["-gone", "\\ No newline at end of file"]), [(1, "-gone")]);
        assert_eq!(changes("@@ -3,2 +4,2 @@ fn y()", &[]), [(4, "@@ -3,2 +4,2 @@ fn y()")]);
    }

    #[test]
    fn the_head_of_the_next_file_is_no_change() {
        let mut hunk = Hunk::read("a.rs", "@@ -1,2 +1,2 @@").expect("the head of a hunk");
        assert!(["-a", "+b", " c"].iter().all(|line| hunk.takes(line)) && !hunk.takes("--- a/b.rs"));
        assert!(Hunk::read("a.rs", "@@ nothing").is_none() && Hunk::read("a.rs", "@@ -x +y @@").is_none());
    }
}
