//! How often frames are drawn: at once after a pause, then so many a second at most.

use std::time::{Duration, Instant};

/// Two frames are at least this far apart, however few there were before.
const LEAST: Duration = Duration::from_millis(8);

/// Spaces frames out.
#[derive(Debug, Default)]
pub struct Pace {
    last: Option<Instant>,
    /// When a frame would be due if all came in equal steps.
    due: Option<Instant>,
}

impl Pace {
    /// When the next frame may be drawn, at `fps` frames a second. One frame may come early: the answer that
    /// follows the echo of a key need not wait for the next step.
    pub fn next(&self, now: Instant, fps: u16) -> Instant {
        let early = self.due.and_then(|due| due.checked_sub(step(fps))).unwrap_or(now);
        self.last.map_or(now, |last| (last + LEAST).max(early))
    }

    /// A frame was drawn.
    pub fn drawn(&mut self, now: Instant, fps: u16) {
        self.last = Some(now);
        self.due = Some(self.due.map_or(now, |due| due.max(now)) + step(fps));
    }

    /// Whether a frame was drawn yet.
    pub fn has_begun(&self) -> bool {
        self.last.is_some()
    }
}

fn step(fps: u16) -> Duration {
    Duration::from_secs(1) / u32::from(fps.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many frames are drawn within a second if there is always something new.
    fn frames_in_a_second(fps: u16) -> usize {
        let start = Instant::now();
        let (mut pace, mut now, mut count) = (Pace::default(), start, 0);
        while now < start + Duration::from_secs(1) {
            now = pace.next(now, fps).max(now);
            pace.drawn(now, fps);
            count += 1;
        }
        count
    }

    #[test]
    fn frames_are_capped_and_the_first_two_do_not_wait() {
        for (fps, most) in [(10, 12), (60, 62), (240, 127)] {
            let count = frames_in_a_second(fps);
            assert!(count <= most + 1 && count + 4 >= most, "{fps}: {count}");
        }
        let start = Instant::now();
        let mut pace = Pace::default();
        assert_eq!(pace.next(start, 10), start);
        pace.drawn(start, 10);
        assert_eq!(pace.next(start, 10), start + LEAST, "the answer to the key");
        pace.drawn(start + LEAST, 10);
        assert!(pace.next(start + LEAST, 10) >= start + Duration::from_millis(100));
        let later = start + Duration::from_secs(5);
        assert!(pace.next(later, 10) <= later, "a pause is forgotten");
    }
}
