//! The docql binary.

fn main() -> std::process::ExitCode {
    docql::cli::run()
}
