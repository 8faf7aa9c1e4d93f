//! Tabs, 中文, and long lines.

/// 索引: the index.
pub struct 索引 {
	größe: usize,	// tabs inside of the line	👍🏽
}

impl 索引 {
	fn größe(&self) -> usize {
		self.größe
	}
}

/// שלום
fn auswerten(索引: &索引) -> usize {
	let a_very_long_line_that_does_not_fit_into_any_preview = "日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語";
	索引.größe() + a_very_long_line_that_does_not_fit_into_any_preview.len()
}

fn main() {
	auswerten(&索引 { größe: 1 });
}
