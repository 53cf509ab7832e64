//! Random programs: typed by construction, every one of them taken through all laws, with
//! shrinking.
//!
//! A program is a tree whose leaves name variables by number; *rendering* looks the number up among
//! the variables in scope, so that every tree is a valid program, and so is everything that it
//! shrinks to. Values are tame (divisors away from zero, factors of compound products
//! bounded), because rounding is not what is tested here; indices are taken modulo the length.
//!
//! `AUTODIFF_LAWS_CASES` sets the number of programs, `AUTODIFF_LAWS_SEED` takes other ones,
//! `AUTODIFF_LAWS_SHRINK` bounds the shrinking. What fails is printed, and becomes a regression
//! test by hand. The long run looks at all of its programs, and of each kind of failure prints the
//! shortest as it is; `AUTODIFF_LAWS_SECONDS` ends it sooner, `AUTODIFF_LAWS_THREADS` sets on how
//! many threads it runs.

mod chains;
mod options;
mod parts;
mod plain;
mod render;
mod results;
mod signatures;
mod statements;
mod strategies;
mod types;

use crate::plain::PLAIN;
use crate::support::*;
use autodiff_compiler::ir::interpret::Value;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
pub use signatures::TYPES;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
pub use strategies::case;

/// An expression of type `f64`.
#[derive(Clone, Debug)]
enum Real {
    Literal(i8),
    Var(u8),
    At(u8, Index),
    FromInt(Index),
    Unary(u8, Box<Real>),
    Binary(u8, Box<Real>, Box<Real>),
    If(Box<Truth>, Box<Real>, Box<Real>),
    Match(Index, Box<[Real; 4]>),
    Block(Vec<Stmt>, Box<Real>),
    Call(u8, Box<[Real; 2]>, u8, Index),
    Chain(u8, u8, u8, Box<[Real; 2]>, Index),
    Closure(u8, Box<[Real; 3]>),
    Enum(u8, Box<[Real; 4]>),
    Option(u8, u8, Box<[Real; 2]>, Index),
    Struct(u8, u8, Box<[Real; 2]>),
    Holder(u8, [u8; 3], Box<[Real; 4]>),
    ResultValue(u8, u8, Box<[Real; 2]>),
    Plain(u8, u8, Box<Real>, Index),
}

/// An expression of type `usize`.
#[derive(Clone, Debug)]
enum Index {
    Literal(u8),
    Var(u8),
    Len(u8),
    Binary(u8, Box<Index>, Box<Index>),
    Plain(u8, u8, Box<Index>, Box<Index>),
}

/// A condition.
#[derive(Clone, Debug)]
enum Truth {
    Reals(u8, Real, Real),
    Ints(u8, Index, Index),
    Not(Box<Truth>),
    Both(bool, Box<Truth>, Box<Truth>),
    Plain(u8, Index, Index),
}

/// A statement, or a few that belong together.
#[derive(Clone, Debug)]
enum Stmt {
    Let(bool, Real),
    LetInt(bool, Index),
    Step(u8, u8, Index),
    LetFloor(Real),
    Shadow(u8, Real),
    Assign(u8, u8, Real),
    AssignAt(u8, Index, u8, Real),
    If(Truth, Vec<Stmt>, Vec<Stmt>),
    ElseIf(Truth, Vec<Stmt>, Truth, Vec<Stmt>, Vec<Stmt>),
    Match(Index, Box<[Vec<Stmt>; 4]>),
    For(u8, Index, Index, Vec<Stmt>),
    Each(u8, u8, u8, Vec<Stmt>),
    While(Index, Truth, Vec<Stmt>),
    Loop(Index, Truth, Vec<Stmt>),
    LoopValue(Index, Truth, Vec<Stmt>, Real, Real),
    Break(Truth, u8),
    Continue(Truth, u8),
    Return(Truth, Real),
    Pair(u8, Real, Real),
    Exchange(u8, u8),
    LetVec(u8, Real, Real, Index, u8),
    LetArray(u8, Real, Real),
    LetMatrix(u8, Real, Real, Index),
    Row(u8, Index),
    Slice(u8, u8, Index, Index),
    Unpack(u8),
    Push(u8, Real),
    Pop(u8, bool),
    Swap(u8, Index, Index),
    Move(u8),
    CallPair(u8, Real, Index),
    CallVec(u8, Real, u8),
    CallArray(u8, Real, u8),
    LetChain(u8, u8, u8, Box<[Real; 2]>, Index),
    LetStruct(u8, u8, Real, Real),
    AssignStruct(u8, u8, Real, Real),
    LetList(u8, Real, Real, Index),
    EachStruct(u8, u8, Vec<Stmt>),
    AssignInList(u8, Index, u8, Real),
    LetEnum(u8, Truth, Real, Real),
    MatchEnum(u8, Box<[Vec<Stmt>; 4]>),
    LetOption(u8, u8, Truth, Real),
    SetOption(u8, u8, Truth, Real),
    IfLet(u8, u8, Vec<Stmt>, Vec<Stmt>),
    LetElse(u8, u8, Real),
    LetMany(u8, Index, Real),
    EachOption(u8, u8, Vec<Stmt>),
    LetResult(u8, u8, Real),
    MatchResult(u8, u8, Vec<Stmt>, Vec<Stmt>),
    MatchHolder(u8, [u8; 3], Box<[Vec<Stmt>; 4]>),
    CallUnique(u8, u8, Real),
    CallStruct(u8, u8, Real),
    CallOption(u8, bool, Real),
    Parts(u8, u8, Real, Vec<Stmt>),
    CallParts(u8, u8, Real),
    LetPlain(u8, u8, Index, Index),
    Change(u8, u8, Index),
    Trade(u8, u8, u8, Index),
    Rename(u8, u8, u8),
    Inner(u8, u8, u8, Vec<Stmt>),
    Retype(u8, Real),
    EachCount(u8, u8, Vec<Stmt>),
    CallCounts(u8, u8, Real),
}

/// The shape of a function's signature, and its body.
#[derive(Clone, Debug)]
struct Body {
    shape: u8,
    stmts: Vec<Stmt>,
    last: [Real; 2],
    seq: u8,
}

#[derive(Clone, Debug)]
pub struct Case {
    helpers: Vec<Body>,
    main: Body,
    x: f64,
    y: f64,
    v: Vec<f64>,
    w: Vec<f64>,
    n: u8,
}

/// The law-abiding program's work, or `None` if it panics.
fn check(case: &Case) -> Result<Option<Report>, String> {
    let text = case.text(&case.source(""));
    // a module has the plain functions itself
    let others = if text.contains(PLAIN) { "" } else { PLAIN };
    let program = Program::with_others(&text, others)?;
    laws_of(&program, "f", &case.arguments(), 11)
}

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_obey_the_laws() {
    let cases = setting("AUTODIFF_LAWS_CASES", 300) as u32;
    let seed = setting("AUTODIFF_LAWS_SEED", 1);
    let failure = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || run(cases, seed))
        .expect("a thread")
        .join();
    match failure {
        Ok(None) => {}
        Ok(Some(message)) => panic!("{message}"),
        Err(e) => std::panic::resume_unwind(e),
    }
}

#[test]
#[ignore = "hours: `cargo test --release -p autodiff-compiler --test laws -- --ignored a_million --nocapture`"]
fn a_million_random_programs_obey_the_laws() {
    let cases = setting("AUTODIFF_LAWS_CASES", 1_000_000);
    let seed = setting("AUTODIFF_LAWS_SEED", 1 << 32);
    let threads = setting(
        "AUTODIFF_LAWS_THREADS",
        std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
    )
    .max(1);
    let until =
        Instant::now() + Duration::from_secs(setting("AUTODIFF_LAWS_SECONDS", u64::MAX >> 32));
    // panics are caught, and reported with their program
    std::panic::set_hook(Box::new(|_| {}));
    let run = |thread: u64| {
        let share = cases / threads + u64::from(thread < cases % threads);
        std::thread::Builder::new()
            .stack_size(256 << 20)
            .spawn(move || survey(share, seed + thread, until))
            .expect("a thread")
    };
    let runs: Vec<_> = (0..threads).map(run).collect();
    let (mut seen, mut kinds) = (Seen::default(), Kinds::new());
    for run in runs {
        let (more, found) = run.join().expect("failures are caught");
        seen.merge(more);
        found.into_iter().for_each(|(kind, (count, text))| note(&mut kinds, kind, count, text));
    }
    let _ = std::panic::take_hook();
    println!("{seen:?}");
    let failures: String =
        kinds.into_values().map(|(count, text)| format!("{count} times: {text}\n")).collect();
    assert!(failures.is_empty(), "{failures}");
}

/// The maximum count of recorded reasons why programs are not read.
const REASONS: usize = 20;

/// What the programs were like.
#[derive(Debug, Default)]
struct Seen {
    programs: u32,
    panicking: u32,
    /// How many hold code that is passed on as it is and that the interpreter cannot read.
    unread: u32,
    /// The first lines of the errors of some of them.
    reasons: Vec<String>,
    /// How many have fused sweeps.
    fused: u32,
    /// The largest W(jvp) / W(primal), and of the gradient, of programs with at least 20 units of
    /// work.
    forward: f64,
    reverse: f64,
}

impl Seen {
    fn merge(&mut self, other: Seen) {
        self.programs += other.programs;
        self.panicking += other.panicking;
        self.unread += other.unread;
        self.reasons.extend(other.reasons);
        self.reasons.truncate(REASONS);
        self.fused += other.fused;
        self.forward = self.forward.max(other.forward);
        self.reverse = self.reverse.max(other.reverse);
    }

    fn add(&mut self, report: Option<Report>) {
        self.programs += 1;
        self.fused += u32::from(report.as_ref().is_some_and(|r| r.fused));
        match report {
            None => self.panicking += 1,
            Some(r) if r.primal >= 20 => {
                let ratio = |work: u64| work as f64 / r.primal as f64;
                self.forward = self.forward.max(ratio(r.jvp));
                self.reverse = self.reverse.max(ratio(r.unzipped + r.transposed));
            }
            Some(_) => {}
        }
    }
}

fn runner(cases: u32, seed: u64) -> TestRunner {
    let config = Config {
        cases,
        max_shrink_iters: setting("AUTODIFF_LAWS_SHRINK", 3000) as u32,
        failure_persistence: None,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Looks at one program.
fn look(case: &Case, seen: &mut Seen) -> Result<(), String> {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(case)));
    let report = outcome.map_err(|e| {
        format!(
            "the compiler panics: {}\n{}",
            e.downcast_ref::<String>().cloned().unwrap_or_default(),
            case.source("")
        )
    })?;
    match report {
        Err(reason) if reason.lines().next().is_some_and(is_unread) => {
            seen.unread += 1;
            if seen.reasons.len() < REASONS {
                seen.reasons.extend(reason.lines().next().map(String::from));
            }
        }
        report => seen.add(report?),
    }
    Ok(())
}

/// Whether an error is of code that the interpreter cannot read, or of a plain function that is
/// treated as one with a derivative, because the type of the changed value, which carries no reals,
/// is unknown: `tick(&mut q.k)`. rustc says that it has none. Or it is of an assignment whose order
/// depends on types: these are inferred from files, of which there are none here.
fn is_unread(line: &str) -> bool {
    let words: Vec<&str> =
        super::plain::PLAIN.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let is_plain = |name: &str| words.windows(2).any(|pair| pair == ["fn", name]);
    let unknown = line
        .split_once("]: the function `")
        .and_then(|(_, rest)| rest.strip_suffix("` is not known"));
    let is_of_order = line.contains("cannot infer which side of this assignment");
    line.contains("]: opaque code: ") || is_of_order || unknown.is_some_and(is_plain)
}

fn run(cases: u32, seed: u64) -> Option<String> {
    let seen = RefCell::new(Seen::default());
    let result = runner(cases, seed)
        .run(&case(), |case| look(&case, &mut seen.borrow_mut()).map_err(TestCaseError::fail));
    println!("{:?}", seen.borrow());
    let Seen { programs, panicking, unread, fused, ref reasons, .. } = *seen.borrow();
    match result {
        Ok(()) if fused * 20 < programs => {
            Some(format!("only {fused} of {programs} programs have fused sweeps"))
        }
        Ok(()) if unread * 100 > programs => Some(format!(
            "{unread} of {programs} programs hold code that the interpreter cannot read:\n{}",
            reasons.join("\n")
        )),
        Ok(()) if panicking * 4 > programs => {
            Some(format!("{panicking} of {programs} programs panic"))
        }
        Ok(()) => None,
        Err(TestError::Fail(reason, case)) => {
            Some(format!("{reason}\nf{:?}\n{}", case.arguments(), case.source("")))
        }
        Err(other) => Some(other.to_string()),
    }
}

/// Of each kind of failure the number, and the shortest program.
type Kinds = BTreeMap<String, (u32, String)>;

fn note(kinds: &mut Kinds, kind: String, count: u32, text: String) {
    let entry = kinds.entry(kind).or_insert((0, text.clone()));
    entry.0 += count;
    if text.len() < entry.1.len() {
        entry.1 = text;
    }
}

/// All programs, whatever fails.
fn survey(cases: u64, seed: u64, until: Instant) -> (Seen, Kinds) {
    let (mut seen, mut kinds) = (Seen::default(), Kinds::new());
    let mut runner = runner(0, seed);
    let strategy = case();
    for _ in 0..cases {
        if Instant::now() > until {
            break;
        }
        let Ok(tree) = strategy.new_tree(&mut runner) else { continue };
        let case = tree.current();
        if let Err(reason) = look(&case, &mut seen) {
            // numbers and names vary
            let line = reason.lines().next().unwrap_or_default();
            let kind: String = line
                .split('[')
                .next()
                .unwrap_or(line)
                .chars()
                .filter(|c| !c.is_ascii_digit())
                .take(160)
                .collect();
            note(
                &mut kinds,
                kind,
                1,
                format!("{line}\nf{:?}\n{}", case.arguments(), case.source("")),
            );
        }
        // otherwise the text of every program stays in memory
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    (seen, kinds)
}
