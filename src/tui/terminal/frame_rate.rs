//! The rate of frames: at once after a pause, then so many a second at most.

use std::time::{Duration, Instant};

/// Two frames are at least this far apart, however few there were before.
const LEAST: Duration = Duration::from_millis(4);

/// Frames that need not wait for the next step after a pause: the echo of a key, its rows, the preview of the first of
/// them and its colours, each of which is drawn as soon as it is known.
const AT_ONCE: u32 = 4;

/// Spaces frames out.
#[derive(Debug, Default)]
pub struct Pace {
    last: Option<Instant>,
    /// The time at which a frame would be due if all came in equal steps.
    due: Option<Instant>,
}

impl Pace {
    /// The time at which the next frame may be drawn, at `fps` frames a second.
    pub fn next(&self, now: Instant, fps: u16) -> Instant {
        let early = self.due.and_then(|due| due.checked_sub(step(fps) * (AT_ONCE - 1))).unwrap_or(now);
        self.last.map_or(now, |last| (last + LEAST).max(early))
    }

    /// A frame was drawn.
    pub fn drawn(&mut self, now: Instant, fps: u16) {
        self.last = Some(now);
        self.due = Some(self.due.map_or(now, |due| due.max(now)) + step(fps));
    }

    /// True if a frame was drawn yet.
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

    /// The number of frames within a second if there is always something new.
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
    fn frames_are_capped_and_the_first_do_not_wait() {
        for (fps, most) in [(10, 14), (60, 64), (240, 244)] {
            let count = frames_in_a_second(fps);
            assert!(count <= most + 1 && count + 4 >= most, "{fps}: {count}");
        }
        let start = Instant::now();
        let mut pace = Pace::default();
        assert_eq!(pace.next(start, 10), start);
        pace.drawn(start, 10);
        for number in 1..AT_ONCE {
            let at = start + LEAST * number;
            assert_eq!(pace.next(at, 10), at, "what follows the key: {number}");
            pace.drawn(at, 10);
        }
        assert!(pace.next(start + LEAST * AT_ONCE, 10) >= start + Duration::from_millis(100));
        let later = start + Duration::from_secs(5);
        assert!(pace.next(later, 10) <= later, "a pause is forgotten");
    }
}
