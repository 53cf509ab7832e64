//! GradBench's protocol: a message per line in, a response per line out.
//!
//! A line that is no message of the protocol is an [`Error`], which ends the session. An evaluation
//! that cannot be done (an unknown function, an input that does not fit the eval, a panic on the
//! way) is answered as a failure.

use std::fmt;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

#[path = "../evals/mod.rs"]
mod evals;

use evals::{det, gmm, hello, llsq, lse, lstm, ode};

/// The name this tool answers to.
const TOOL: &str = "autodiff-rs";

/// Why a session cannot go on.
#[derive(Debug)]
pub enum Error {
    /// A line is no message of the protocol.
    Malformed(String),
    /// The same, with the number of the line.
    MalformedLine(usize, String),
    /// Standard input or output failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Malformed(reason) => write!(f, "malformed message: {reason}"),
            Error::MalformedLine(line, reason) => {
                write!(f, "line {line}: malformed message: {reason}")
            }
            Error::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Malformed(_) | Error::MalformedLine(..) => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

/// Answers every message of `input` on `output`, until the input ends.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> Result<(), Error> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let line = std::str::from_utf8(&bytes)
            .map_err(|error| Error::MalformedLine(number, error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let response = answer(line).map_err(|error| match error {
            Error::Malformed(reason) => Error::MalformedLine(number, reason),
            other => other,
        })?;
        writeln!(output, "{response}")?;
        output.flush()?;
    }
    Ok(())
}

/// The response to one message, both as JSON without a line break.
pub fn answer(line: &str) -> Result<String, Error> {
    let message: Message = serde_json::from_str(line).map_err(|error| {
        // The position is one in this line.
        Error::Malformed(error.to_string().replace(" at line 1 ", " at "))
    })?;
    let mut response = Response::new(message.id);
    match message.kind.as_str() {
        "start" => response.tool = Some(TOOL),
        "define" => {
            let module = required(message.module, "module")?;
            let known = MODULES.contains(&module.as_str());
            response.success = Some(known);
            response.error = (!known).then(|| format!("there is no module {module:?}"));
        }
        "evaluate" => {
            let module = required(message.module, "module")?;
            let function = required(message.function, "function")?;
            let input = message.input.unwrap_or(Value::Null);
            match guarded(|| evaluate(&module, &function, input)) {
                Ok((output, timings)) => {
                    response.success = Some(true);
                    response.output = Some(output);
                    response.timings = Some(timings);
                }
                Err(error) => {
                    response.success = Some(false);
                    response.error = Some(error);
                }
            }
        }
        _ => {}
    }
    serde_json::to_string(&response).map_err(|error| Error::Io(error.into()))
}

#[derive(Deserialize)]
struct Message {
    id: Number,
    kind: String,
    module: Option<String>,
    function: Option<String>,
    input: Option<Value>,
}

#[derive(Serialize)]
struct Response {
    id: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Output>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Vec<Timing>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Response {
    fn new(id: Number) -> Self {
        Response { id, tool: None, success: None, output: None, timings: None, error: None }
    }
}

#[derive(Serialize)]
struct Timing {
    name: &'static str,
    nanoseconds: u64,
}

/// What the functions of the evals return.
#[derive(Serialize)]
#[serde(untagged)]
enum Output {
    Number(f64),
    Numbers(Vec<f64>),
    Mixture { alpha: Vec<f64>, mu: Vec<Vec<f64>>, q: Vec<Vec<f64>>, l: Vec<Vec<f64>> },
}

fn required(field: Option<String>, name: &str) -> Result<String, Error> {
    field.ok_or_else(|| Error::Malformed(format!("missing field `{name}`")))
}

/// The modules that [`evaluate`] knows.
const MODULES: [&str; 7] = ["hello", "llsq", "lse", "gmm", "lstm", "ode", "det"];

type Evaluation = Result<(Output, Vec<Timing>), String>;

/// What `evaluation` results in; a panic is a failure like any other.
pub fn guarded<T>(evaluation: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(evaluation)).unwrap_or_else(|panic| {
        let reason = panic.downcast_ref::<String>().map(String::as_str);
        let reason = reason.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("the evaluation panicked: {}", reason.unwrap_or("no reason given")))
    })
}

fn evaluate(module: &str, function: &str, input: Value) -> Evaluation {
    match (module, function) {
        ("hello", "square") => {
            let x: f64 = parse(input)?;
            Runs::ONCE.measure(&x, |&x| hello::square(x), Output::Number)
        }
        ("hello", "double") => {
            let x: f64 = parse(input)?;
            Runs::ONCE.measure(&x, |&x| hello::square_grad(x), Output::Number)
        }
        ("llsq", "primal") => {
            let input: Llsq = parse(input)?;
            input.runs.measure(&input, |i| llsq::objective(&i.x, i.n), Output::Number)
        }
        ("llsq", "gradient") => {
            let input: Llsq = parse(input)?;
            input.runs.measure(&input, |i| llsq::objective_grad(&i.x, i.n), Output::Numbers)
        }
        ("lse", "primal") => {
            let input = Lse::checked(input)?;
            input.runs.measure(&input, |i| lse::logsumexp(&i.x), Output::Number)
        }
        ("lse", "gradient") => {
            let input = Lse::checked(input)?;
            input.runs.measure(&input, |i| lse::logsumexp_grad(&i.x), Output::Numbers)
        }
        ("gmm", "objective") => {
            let input = Gmm::checked(input)?;
            input.runs.measure(
                &input,
                |i| {
                    gmm::log_posterior(
                        &i.alpha, &i.mu, &i.q, &i.l, &i.x, i.d, i.k, i.n, i.gamma, i.m,
                    )
                },
                Output::Number,
            )
        }
        ("gmm", "jacobian") => {
            let input = Gmm::checked(input)?;
            input.runs.measure(
                &input,
                |i| {
                    gmm::log_posterior_grad(
                        &i.alpha, &i.mu, &i.q, &i.l, &i.x, i.d, i.k, i.n, i.gamma, i.m,
                    )
                },
                |(alpha, mu, q, l)| Output::Mixture {
                    alpha,
                    mu: rows(&mu, input.k),
                    q: rows(&q, input.k),
                    l: rows(&l, input.k),
                },
            )
        }
        ("lstm", "objective") => {
            let input = Lstm::checked(input)?;
            input.runs.measure(
                &input,
                |i| {
                    lstm::loss(&i.main, &i.extra, &i.state, &i.sequence, i.layers, i.width, i.steps)
                },
                Output::Number,
            )
        }
        ("lstm", "jacobian") => {
            let input = Lstm::checked(input)?;
            input.runs.measure(
                &input,
                |i| {
                    lstm::loss_grad(
                        &i.main,
                        &i.extra,
                        &i.state,
                        &i.sequence,
                        i.layers,
                        i.width,
                        i.steps,
                    )
                },
                |(main, extra)| Output::Numbers([main, extra].concat()),
            )
        }
        ("ode", "primal") => {
            let input = Ode::checked(input)?;
            input.runs.measure(&input, |i| ode::solve(&i.x, i.s), Output::Numbers)
        }
        ("ode", "gradient") => {
            let input = Ode::checked(input)?;
            input.runs.measure(&input, |i| ode::last_grad(&i.x, i.s), Output::Numbers)
        }
        ("det", "primal") => {
            let input = Det::checked(input)?;
            input.runs.measure(&input, |i| det::determinant(&i.a, i.ell), Output::Number)
        }
        ("det", "gradient") => {
            let input = Det::checked(input)?;
            input.runs.measure(&input, |i| det::determinant_grad(&i.a, i.ell), Output::Numbers)
        }
        _ if MODULES.contains(&module) => {
            Err(format!("the module {module:?} has no function {function:?}"))
        }
        _ => Err(format!("there is no module {module:?}")),
    }
}

/// How often a function is to be run: at least `min_runs` times, and until the runs have taken
/// `min_seconds` in total.
#[derive(Clone, Copy, Deserialize)]
struct Runs {
    #[serde(default = "one")]
    min_runs: u64,
    #[serde(default)]
    min_seconds: f64,
}

fn one() -> u64 {
    1
}

impl Runs {
    const ONCE: Runs = Runs { min_runs: 1, min_seconds: 0.0 };

    /// Runs `function` on `input`, and brings the last result into its output form. Only the runs
    /// are timed.
    fn measure<I, R>(
        self,
        input: &I,
        function: impl Fn(&I) -> R,
        output: impl FnOnce(R) -> Output,
    ) -> Evaluation {
        let mut timings = Vec::new();
        let mut total = 0.0;
        loop {
            let start = Instant::now();
            let result = black_box(function(black_box(input)));
            let elapsed = start.elapsed();
            total += elapsed.as_secs_f64();
            timings.push(Timing {
                name: "evaluate",
                nanoseconds: u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX),
            });
            if timings.len() as u64 >= self.min_runs && total >= self.min_seconds {
                return Ok((output(result), timings));
            }
        }
    }
}

#[derive(Deserialize)]
struct Llsq {
    x: Vec<f64>,
    n: usize,
    #[serde(flatten)]
    runs: Runs,
}

#[derive(Deserialize)]
struct Lse {
    x: Vec<f64>,
    #[serde(flatten)]
    runs: Runs,
}

impl Lse {
    fn checked(input: Value) -> Result<Self, String> {
        let input: Lse = parse(input)?;
        ensure(!input.x.is_empty(), "x is empty")?;
        Ok(input)
    }
}

/// The input of `gmm` with its matrices flat.
struct Gmm {
    d: usize,
    k: usize,
    n: usize,
    x: Vec<f64>,
    m: usize,
    gamma: f64,
    alpha: Vec<f64>,
    mu: Vec<f64>,
    q: Vec<f64>,
    l: Vec<f64>,
    runs: Runs,
}

impl Gmm {
    fn checked(input: Value) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Nested {
            d: usize,
            k: usize,
            n: usize,
            x: Vec<Vec<f64>>,
            m: usize,
            gamma: f64,
            alpha: Vec<f64>,
            mu: Vec<Vec<f64>>,
            q: Vec<Vec<f64>>,
            l: Vec<Vec<f64>>,
            #[serde(flatten)]
            runs: Runs,
        }
        let Nested { d, k, n, x, m, gamma, alpha, mu, q, l, runs } = parse(input)?;
        ensure(d > 0 && k > 0, "d and k must be positive")?;
        ensure(alpha.len() == k, "alpha must have k elements")?;
        // The other sizes are bounded by d, which the rows of q confirm first.
        let q = flat("q", &q, k, d)?;
        Ok(Gmm {
            x: flat("x", &x, n, d)?,
            mu: flat("mu", &mu, k, d)?,
            l: flat("l", &l, k, d * (d - 1) / 2)?,
            d,
            k,
            n,
            m,
            gamma,
            alpha,
            q,
            runs,
        })
    }
}

/// The input of `lstm` with its matrices flat.
struct Lstm {
    main: Vec<f64>,
    extra: Vec<f64>,
    state: Vec<f64>,
    sequence: Vec<f64>,
    layers: usize,
    width: usize,
    steps: usize,
    runs: Runs,
}

impl Lstm {
    fn checked(input: Value) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Nested {
            main_params: Vec<Vec<f64>>,
            extra_params: Vec<Vec<f64>>,
            state: Vec<Vec<f64>>,
            sequence: Vec<Vec<f64>>,
            #[serde(flatten)]
            runs: Runs,
        }
        let Nested { main_params, extra_params, state, sequence, runs } = parse(input)?;
        let layers = main_params.len() / 2;
        let width = main_params.first().map_or(0, Vec::len) / 4;
        let steps = sequence.len();
        ensure(
            layers > 0 && width > 0,
            "main_params must have two rows per layer, each of four values per cell",
        )?;
        ensure(steps > 1, "sequence must have at least two rows")?;
        Ok(Lstm {
            main: flat("main_params", &main_params, 2 * layers, 4 * width)?,
            extra: flat("extra_params", &extra_params, 3, width)?,
            state: flat("state", &state, 2 * layers, width)?,
            sequence: flat("sequence", &sequence, steps, width)?,
            layers,
            width,
            steps,
            runs,
        })
    }
}

#[derive(Deserialize)]
struct Ode {
    x: Vec<f64>,
    s: usize,
    #[serde(flatten)]
    runs: Runs,
}

impl Ode {
    fn checked(input: Value) -> Result<Self, String> {
        let input: Ode = parse(input)?;
        ensure(!input.x.is_empty(), "x is empty")?;
        Ok(input)
    }
}

#[derive(Deserialize)]
struct Det {
    #[serde(rename = "A")]
    a: Vec<f64>,
    ell: usize,
    #[serde(flatten)]
    runs: Runs,
}

impl Det {
    fn checked(input: Value) -> Result<Self, String> {
        let input: Det = parse(input)?;
        ensure(input.ell > 0, "ell must be positive")?;
        ensure(
            input.ell.checked_mul(input.ell) == Some(input.a.len()),
            "A must have ell² elements",
        )?;
        Ok(input)
    }
}

fn parse<T: DeserializeOwned>(input: Value) -> Result<T, String> {
    serde_json::from_value(input).map_err(|error| format!("the input does not fit: {error}"))
}

fn ensure(condition: bool, otherwise: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(format!("the input does not fit: {otherwise}")) }
}

/// The `height` rows of a matrix, each of `width` elements, one after the other.
fn flat(name: &str, matrix: &[Vec<f64>], height: usize, width: usize) -> Result<Vec<f64>, String> {
    let fits = matrix.len() == height && matrix.iter().all(|row| row.len() == width);
    ensure(fits, &format!("{name} must have {height} rows of {width} elements"))?;
    Ok(matrix.concat())
}

/// The opposite of [`flat`].
fn rows(matrix: &[f64], height: usize) -> Vec<Vec<f64>> {
    let width = matrix.len() / height;
    (0..height).map(|row| matrix[row * width..(row + 1) * width].to_vec()).collect()
}
