// Runs a target: under a fuzzer its engine, else mutated seeds, which need no other compiler.
//
// `target RUNS DIRECTORY…`: RUNS mutated copies of each file there. A case that panics, takes more than two seconds or
// more than 500 MB is kept in `artifacts`, as is one that ends the process: it is written before it is run.

#[cfg(fuzzing)]
macro_rules! target {
    (|$input:ident: $kind:ty| $body:block $(, first = $first:expr)?) => {
        libfuzzer_sys::fuzz_target!(|$input: $kind| $body);
    };
}

#[cfg(not(fuzzing))]
macro_rules! target {
    (|$input:ident: &[u8]| $body:block) => {
        target!(|$input: &[u8]| $body, first = |_: &std::path::Path, _: &[u8]| None);
    };
    (|$input:ident: &str| $body:block) => {
        target!(
            |bytes: &[u8]| {
                let text = String::from_utf8_lossy(bytes);
                let $input: &str = &text;
                $body
            },
            first = |_: &std::path::Path, _: &[u8]| None
        );
    };
    (|$input:ident: &[u8]| $body:block, first = $first:expr) => {
        fn main() -> std::process::ExitCode {
            replay::run(|$input: &[u8]| $body, $first)
        }
    };
}

#[cfg(not(fuzzing))]
mod replay {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::time::{Duration, Instant};

    const MAX_TIME: Duration = Duration::from_secs(2);
    const MAX_MEMORY_KB: u64 = 500_000;
    const MAX_SEED_BYTES: u64 = 1 << 20;

    /// A generator of numbers that are the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn below(&mut self, end: usize) -> usize {
            (self.next() % end.max(1) as u64) as usize
        }
    }

    fn files(directory: &Path, out: &mut Vec<PathBuf>) {
        if directory.is_file() {
            out.push(directory.to_owned());
        }
        let Ok(entries) = std::fs::read_dir(directory) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().for_each(|path| files(path, out));
    }

    /// `seed` with one to eight changes, some of them parts of `other`.
    fn mutated(seed: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=numbers.below(8) {
            let at = numbers.below(bytes.len());
            let length = 1 + numbers.below([4, 64, 4096][numbers.below(3)]);
            let end = (at + length).min(bytes.len());
            match numbers.below(9) {
                0 if !bytes.is_empty() => bytes[at] ^= 1 << numbers.below(8),
                1 if !bytes.is_empty() => bytes[at] = [0, 0xff, 0x7f, b'<', b'{', b'\n', b'"', b'0'][numbers.below(8)],
                2 => drop(bytes.drain(at..end)),
                3 => bytes.truncate(at),
                4 => {
                    let part = bytes[at..end].to_vec();
                    let to = numbers.below(bytes.len());
                    bytes.splice(to..to, part);
                }
                5 => {
                    let from = numbers.below(other.len());
                    let part = other[from..(from + length).min(other.len())].to_vec();
                    bytes.splice(at..at, part);
                }
                6 => {
                    let part = bytes[at..(at + 16).min(bytes.len())].repeat(1 << numbers.below(9));
                    bytes.splice(at..at, part);
                }
                7 => bytes[at..end].reverse(),
                _ => {
                    let value = [0, 1, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000][numbers.below(5)] as u32;
                    let value = if numbers.below(2) == 0 { value.to_le_bytes() } else { value.to_be_bytes() };
                    let end = (at + 4).min(bytes.len());
                    bytes.splice(at..end, value);
                }
            }
            bytes.truncate(4 * MAX_SEED_BYTES as usize);
        }
        bytes
    }

    /// The most memory that the process has had, as far as the system tells.
    fn peak_kb() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
    }

    /// Forgets the peak so far.
    fn reset_peak() {
        let _ = std::fs::write("/proc/self/clear_refs", "5");
    }

    pub fn run(target: impl Fn(&[u8]), first: impl Fn(&Path, &[u8]) -> Option<u8>) -> ExitCode {
        let mut arguments = std::env::args().skip(1);
        let runs: usize = arguments.next().and_then(|runs| runs.parse().ok()).unwrap_or(1_000);
        let mut paths = Vec::new();
        arguments.for_each(|directory| files(Path::new(&directory), &mut paths));
        let small = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|data| data.len() <= MAX_SEED_BYTES);
        let read = |path: &PathBuf| Some((path.clone(), std::fs::read(path).ok()?));
        let seeds: Vec<(PathBuf, Vec<u8>)> = paths.iter().filter(|path| small(path)).filter_map(read).collect();
        let name = std::env::args().next().unwrap_or_default();
        let name = Path::new(&name).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let artifacts = Path::new("artifacts").join(name);
        std::fs::create_dir_all(&artifacts).expect("a directory for findings");
        let current = artifacts.join("current");
        std::panic::set_hook(Box::new(|_| {}));
        let (mut numbers, mut found, mut all) = (Numbers(0x9e37_79b9_7f4a_7c15), 0usize, 0usize);
        for (path, seed) in &seeds {
            let (mut slowest, mut largest) = (Duration::ZERO, 0);
            for case in 0..runs {
                let other = &seeds[numbers.below(seeds.len())].1;
                let bytes = if case == 0 { seed.clone() } else { mutated(seed, other, &mut numbers) };
                let mut input: Vec<u8> = first(path, seed).into_iter().collect();
                input.extend(bytes);
                std::fs::write(&current, &input).expect("a file for the case");
                reset_peak();
                let started = Instant::now();
                let outcome = catch_unwind(AssertUnwindSafe(|| target(&input)));
                let (time, memory) = (started.elapsed(), peak_kb());
                (slowest, largest, all) = (slowest.max(time), largest.max(memory), all + 1);
                let problem = match outcome {
                    Err(_) => "panics",
                    Ok(()) if time > MAX_TIME => "takes long",
                    Ok(()) if memory > MAX_MEMORY_KB => "takes much memory",
                    Ok(()) => continue,
                };
                found += 1;
                let kept = artifacts.join(format!("case-{found}"));
                std::fs::copy(&current, &kept).expect("a file for the finding");
                eprintln!("{}: {problem}: {} ({time:?}, {memory} kB)", path.display(), kept.display());
            }
            println!("{}: {runs} cases, {slowest:?}, {largest} kB at most", path.display());
        }
        let _ = std::fs::remove_file(&current);
        println!("{all} cases, {found} found");
        if found == 0 && all > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
