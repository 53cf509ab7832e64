//! What is broken: places in the text of a rule table, and what is put there instead.

use std::ops::Range;

/// One way to break one rule.
pub struct Mutant {
    /// The line, from 1.
    pub line: usize,
    /// The bytes of the file that are replaced.
    pub bytes: Range<usize>,
    /// What replaces them.
    pub by: &'static str,
}

/// Texts and what they become. Those that begin or end like a name are whole names.
type Changes = &'static [(&'static str, &'static str)];

/// A table: a part of a file, with the tests that have to notice.
pub struct Table {
    /// The file, from the workspace's root.
    pub file: &'static str,
    /// The text that the table begins with.
    pub from: &'static str,
    /// The text before which it ends; empty for the end of the file.
    pub to: &'static str,
    /// What is changed in it.
    pub changes: Changes,
    /// The arguments of cargo that run the tests.
    pub tests: &'static [&'static [&'static str]],
}

const OF_RULES: Changes = &[
    // partials
    ("Times", "Over"),
    ("Over", "Times"),
    ("One", "MinusOne"),
    ("MinusOne", "One"),
    ("Partial::Zero", "One"),
    (", Zero, |a|", ", Partials(|_, _, _, _| One), |a|"),
    ("OfARule, |a|", "Zero, |a|"),
    // the arithmetic of rules
    ("r.add(", "r.sub("),
    ("r.sub(", "r.add("),
    ("r.mul(", "r.div("),
    ("r.div(", "r.mul("),
    ("r.square(", "r.sqrt("),
    ("r.sqrt(", "r.square("),
    ("r.neg(", "std::convert::identity("),
    // arguments
    ("wrt == 0", "wrt != 0"),
    ("a[wrt]", "a[1 - wrt]"),
    ("a[1 - wrt]", "a[wrt]"),
    ("Over(a[1])", "Over(a[0])"),
    ("z, a[1]", "a[1], z"),
    ("&[a[0], a[1]]", "&[a[1], a[0]]"),
    // constants
    ("r.real(1.0,", "r.real(2.0,"),
    ("r.real(3.0,", "r.real(2.0,"),
    ("r.real(0.5,", "r.real(1.0,"),
    ("Some(1.0)", "Some(4.0)"),
    ("Some(2.0)", "Some(4.0)"),
    ("Some(3.0)", "Some(4.0)"),
    ("Some(0.0)", "Some(4.0)"),
    ("LN_2", "LN_10"),
    ("LN_10", "LN_2"),
    ("PI", "LN_2"),
    // other primitives
    ("apply(Prim::Sin", "apply(Prim::Cos"),
    ("apply(Prim::Cos", "apply(Prim::Sin"),
    ("apply(Prim::Sinh", "apply(Prim::Cosh"),
    ("apply(Prim::Cosh", "apply(Prim::Sinh"),
    ("apply(Prim::Exp", "apply(Prim::Exp2"),
    ("apply(Prim::Ln", "apply(Prim::Log2"),
    ("apply(Prim::Digamma", "apply(Prim::Trigamma"),
    ("apply(Prim::Trigamma", "apply(Prim::Digamma"),
    ("apply(Prim::Sign0", "apply(Prim::Signum"),
    ("Prim::Atan2PartialY }", "Prim::Atan2PartialX }"),
    ("Select(Prim::MaxTakesFirst", "Select(Prim::MinTakesFirst"),
    ("Select(Prim::MinTakesFirst", "Select(Prim::MaxTakesFirst"),
];

const OF_ARITHMETIC: Changes = &[
    (" == ", " != "),
    (" >= ", " > "),
    (" <= ", " < "),
    (" > ", " < "),
    (" < ", " > "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " / "),
    (" / ", " * "),
    (" || ", " && "),
    (" && ", " || "),
    ("{ 0.0 }", "{ 0.5 }"),
    ("{ 1.0 }", "{ 0.5 }"),
    ("{ 2.0 }", "{ 1.0 }"),
    ("T::zero() }", "T::one() }"),
    ("T::zero(),", "T::one(),"),
    ("T::one()", "T::zero()"),
    ("(-", "("),
    ("{ -", "{ "),
    ("signum()", "abs()"),
    ("abs()", "signum()"),
    (".round()", ".trunc()"),
    (".ln()", ".exp()"),
    ("a[0].ln()", "a[1].ln()"),
    ("special_functions::trigamma", "special_functions::digamma"),
];

const OF_TRANSPOSES: Changes = &[
    ("Linear::Neg(y)", "Linear::Cast(y)"),
    ("Linear::Scale(y, *k)", "Linear::Unscale(y, *k)"),
    ("Linear::Unscale(y, *k)", "Linear::Scale(y, *k)"),
    ("Linear::Cast(y)", "Linear::Neg(y)"),
    ("Linear::Accumulate(at, value)", "Linear::Update(at, value)"),
    ("Linear::Read(at)", "Linear::Take(at)"),
    ("Linear::Take(at)", "Linear::Read(at)"),
    ("Linear::Update(at, value)", "Linear::Accumulate(at, value)"),
    ("Linear::Swap(y, a.clone(), b.clone())", "Linear::Swap(y, a.clone(), a.clone())"),
    ("vec![self.bind(*x), self.bind(*y)]", "vec![self.bind(*x), { self.bind(*y); self.bind(*x) }]"),
    ("xs.iter().map", "xs.iter().rev().map"),
    ("bound.iter().map", "bound.iter().rev().map"),
    ("lp.backward == any_order", "lp.backward != any_order"),
    ("!call.transposed", "call.transposed"),
];

const LAWS: &[&str] = &["-p", "autodiff-compiler", "--test", "laws", "--", "primitives", "worked", "structs", "regressions"];
const TOOLS: &[&str] = &["-p", "autodiff-compiler", "--test", "ir_tools"];
const RUNTIME: &[&str] = &["-p", "autodiff-runtime", "--lib"];

/// All tables.
pub const TABLES: &[Table] = &[
    Table {
        file: "autodiff-macros/compiler/src/primitives/scalar.rs",
        from: "pub fn row(prim: Prim)",
        to: "Prim::Sign0 =>",
        changes: OF_RULES,
        tests: &[LAWS],
    },
    Table {
        file: "autodiff-macros/compiler/src/primitives/scalar.rs",
        from: "Prim::Sign0 =>",
        to: "/// A remainder z",
        changes: OF_ARITHMETIC,
        tests: &[LAWS],
    },
    Table {
        file: "autodiff-macros/compiler/src/primitives/scalar.rs",
        from: "/// A remainder z",
        to: "/// Values of the special functions",
        changes: OF_RULES,
        tests: &[LAWS],
    },
    Table {
        file: "autodiff-macros/compiler/src/passes/transpose.rs",
        from: "fn linear(&mut self",
        to: "/// What an iteration may do",
        changes: OF_TRANSPOSES,
        tests: &[LAWS, TOOLS],
    },
    Table { file: "autodiff-runtime/src/kinks.rs", from: "use num_traits", to: "mod tests", changes: OF_ARITHMETIC, tests: &[RUNTIME] },
];

/// The mutants of a table in the text of its file.
pub fn mutants(table: &Table, text: &str) -> Vec<Mutant> {
    let start = text.find(table.from).unwrap_or_else(|| panic!("{}: there is no `{}`", table.file, table.from));
    let end = match table.to {
        "" => text.len(),
        to => start + text[start..].find(to).unwrap_or_else(|| panic!("{}: there is no `{to}`", table.file)),
    };
    let mut found = Vec::new();
    let mut offset = start;
    for line in text[start..end].split_inclusive('\n') {
        // comments are not broken
        let code = line.find("//").map_or(line, |comment| &line[..comment]);
        for (what, by) in table.changes {
            for (at, _) in code.match_indices(what).filter(|(at, _)| is_whole(code, *at, what)) {
                let first = offset + at;
                found.push(Mutant { line: text[..first].matches('\n').count() + 1, bytes: first..first + what.len(), by });
            }
        }
        offset += line.len();
    }
    found
}

/// Whether a text stands there by itself, not as a part of a name.
fn is_whole(code: &str, at: usize, what: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let before = code[..at].chars().next_back().is_some_and(in_name) && what.starts_with(in_name);
    let after = code[at + what.len()..].chars().next().is_some_and(in_name) && what.ends_with(in_name);
    !before && !after
}
