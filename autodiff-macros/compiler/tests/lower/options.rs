//! The options of the attribute, and their errors.

use autodiff_compiler::options::{self, Schedule};

/// Options, and a part of each message.
const OPTIONS: &[(&str, &[&str])] = &[
    ("", &[]),
    ("reverse", &[]),
    ("forward,", &[]),
    ("reverse, schedule = \"unzipped\"", &[]),
    ("schedule = \"auto\", reverse, order = 1", &[]),
    ("schedule = \"pullbacks\"", &[]),
    ("revers", &["unknown option `revers`; the options are reverse, forward, schedule, show"]),
    ("forward, reverse", &["`reverse` contradicts `forward`"]),
    ("reverse, reverse", &["duplicate option"]),
    ("reverse = 1", &["`reverse` takes no value"]),
    ("order = 3", &["`order` must be 1 or 2"]),
    ("order = 2", &["not supported yet"]),
    ("schedule = \"x\"", &["`schedule` must be \"auto\", \"unzipped\" or \"pullbacks\""]),
    ("schedule", &["`schedule` must be \"auto\", \"unzipped\" or \"pullbacks\""]),
    ("forward, schedule = \"unzipped\"", &["`forward` has none"]),
    ("hvp, hessian, show", &["`hvp` is not supported yet", "`hessian` is not supported yet"]),
    ("jvp = rule, vjp = other", &[]),
    ("jvp", &["`jvp` must name a function with #[linear]"]),
    ("primal = p", &["needs `transposed = t`"]),
    ("vjp = rule, primal = p, transposed = t", &["both are reverse rules"]),
    ("reverse forward", &["expected `,`"]),
];

#[test]
fn options_are_read() {
    for (source, expected) in OPTIONS {
        let found: Vec<String> = match options::parse(source.parse().expect("tokens")) {
            Ok(options) => {
                assert_eq!(options.forward_only, source.contains("forward"), "{source}");
                let expected = match (source.contains("unzipped"), source.contains("pullbacks")) {
                    (true, _) => Schedule::Unzipped,
                    (_, true) => Schedule::Pullbacks,
                    _ => Schedule::Auto,
                };
                assert_eq!(options.schedule, expected, "{source}");
                Vec::new()
            }
            Err(diagnostics) => diagnostics.iter().map(|d| d.message.clone()).collect(),
        };
        let all = found.len() == expected.len()
            && found.iter().zip(*expected).all(|(f, e)| f.contains(e));
        assert!(all, "{source}\nfound {found:#?}\nexpected {expected:#?}");
    }
}
