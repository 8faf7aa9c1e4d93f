//! The index.

/// Indexes every file of a directory.
pub fn index_directory(path: &str) -> usize {
    index_file(path)
}

fn index_file(path: &str) -> usize {
    save_index_entry(path)
}

fn save_index_entry(path: &str) -> usize {
    path.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_made() {
        assert_eq!(index_directory("ab"), 2);
    }
}
