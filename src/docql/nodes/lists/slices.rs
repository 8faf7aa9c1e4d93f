//! Indices and slices of lists, as RFC 9535 section 2.3.4 defines them.

/// The position that `index` selects in a list of `len` items; negative indices count from the end.
pub(in crate::docql) fn at(index: i64, len: usize) -> Option<usize> {
    let len = len as i64;
    let at = if index < 0 { index + len } else { index };
    (0..len).contains(&at).then_some(at as usize)
}

/// The indices that `start:end:step` selects from a list of `len` items, in order.
pub(in crate::docql) fn slice(start: Option<i64>, end: Option<i64>, step: Option<i64>, len: usize) -> Vec<usize> {
    let step = step.unwrap_or(1);
    let len = len as i64;
    let normal = |index: i64| if index >= 0 { index } else { len.saturating_add(index) };
    let mut out = Vec::new();
    if step > 0 {
        let from = normal(start.unwrap_or(0)).clamp(0, len);
        let to = normal(end.unwrap_or(len)).clamp(0, len);
        let mut at = from;
        while at < to {
            out.push(at as usize);
            at = at.saturating_add(step);
        }
    } else if step < 0 {
        let from = normal(start.unwrap_or(len - 1)).clamp(-1, len - 1);
        let to = end.map_or(-1, normal).clamp(-1, len - 1);
        let mut at = from;
        while at > to {
            out.push(at as usize);
            at = at.saturating_add(step);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_the_rfc() {
        assert_eq!(slice(Some(1), Some(3), None, 7), [1, 2]);
        assert_eq!(slice(Some(5), None, None, 7), [5, 6]);
        assert_eq!(slice(Some(1), Some(5), Some(2), 7), [1, 3]);
        assert_eq!(slice(Some(5), Some(1), Some(-2), 7), [5, 3]);
        assert_eq!(slice(None, None, Some(-1), 3), [2, 1, 0]);
        assert_eq!(slice(None, None, Some(0), 3), [0_usize; 0]);
        assert_eq!(slice(Some(-2), None, None, 3), [1, 2]);
        assert_eq!(slice(None, Some(i64::MAX), Some(i64::MAX), 3), [0]);
        assert_eq!(slice(Some(i64::MIN), None, Some(i64::MIN), 0), [0_usize; 0]);
        assert_eq!(at(-1, 3), Some(2));
        assert_eq!(at(3, 3), None);
    }
}
