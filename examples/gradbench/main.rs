//! A tool for GradBench (<https://github.com/gradbench/gradbench>): it reads a message per line on
//! standard input and answers on standard output.
//!
//! ```sh
//! echo '{"id":0,"kind":"evaluate","module":"lse","function":"gradient","input":{"x":[0.0,1.0]}}' |
//!     cargo run --release --example gradbench
//! ```

use std::io;
use std::process::ExitCode;

mod protocol;

fn main() -> ExitCode {
    // A panic within an evaluation is answered as a failure, with its reason; nothing else is to be
    // said about it.
    std::panic::set_hook(Box::new(|_| {}));
    match protocol::serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // The eval has gone away: as ordinary an end as that of the input.
        Err(protocol::Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("gradbench: {error}");
            ExitCode::FAILURE
        }
    }
}
