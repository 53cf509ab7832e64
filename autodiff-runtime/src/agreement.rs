//! Compares two user-defined rules for one function.

use alloc::vec;
use alloc::vec::Vec;

/// A function with a rule for each mode, at a point.
#[derive(Clone, Copy, Debug)]
pub struct TwoRules<'a> {
    /// Its name.
    pub function: &'a str,
    /// The name of the forward rule.
    pub forward: &'a str,
    /// The name of the reverse rule.
    pub reverse: &'a str,
    /// The names of the active parameters, with their component counts.
    pub parameters: &'a [(&'a str, usize)],
    /// The component count of a cotangent of the result.
    pub results: usize,
    /// The tolerance for two numbers, relative to the larger of them and to one.
    pub tolerance: f64,
}

impl TwoRules<'_> {
    /// Compares values and all partial derivatives; `value` is that of the function. Each rule
    /// takes the components of a tangent or cotangent, and returns the value and the components of
    /// its result.
    ///
    /// # Panics
    /// At the first numbers that differ.
    #[track_caller]
    pub fn check(
        &self,
        value: &[f64],
        mut forward: impl FnMut(&[f64]) -> (Vec<f64>, Vec<f64>),
        mut reverse: impl FnMut(&[f64]) -> (Vec<f64>, Vec<f64>),
    ) {
        let TwoRules { function, forward: forward_name, reverse: reverse_name, results, .. } =
            *self;
        let inputs: usize = self.parameters.iter().map(|(_, components)| components).sum();
        let value_of = |rule: &str, found: &[f64]| {
            let both = value.iter().zip(found).enumerate();
            for (k, (expected, found)) in both {
                assert!(
                    self.is_close(*expected, *found),
                    "component {k} of the value of `{function}` is {expected}, but {found} by its \
                     rule `{rule}`"
                );
            }
        };
        // row by row, as the reverse rule returns them
        let mut rows = Vec::with_capacity(results);
        let mut unit = vec![0.0; results];
        for i in 0..results {
            unit[i] = 1.0;
            let (found, row) = reverse(&unit);
            value_of(reverse_name, &found);
            assert!(
                row.len() == inputs,
                "the rule `{reverse_name}` of `{function}` returns cotangents of {} components, \
                 but the parameters have {inputs}",
                row.len()
            );
            rows.push(row);
            unit[i] = 0.0;
        }
        let mut unit = vec![0.0; inputs];
        for j in 0..inputs {
            unit[j] = 1.0;
            let (found, column) = forward(&unit);
            value_of(forward_name, &found);
            assert!(
                column.len() == results,
                "the rule `{forward_name}` of `{function}` returns a tangent of {} components, but \
                 the result has {results}",
                column.len()
            );
            for (i, (forward, row)) in column.iter().zip(&rows).enumerate() {
                let reverse = row[j];
                if !self.is_close(*forward, reverse) {
                    let (parameter, k) = self.component(j);
                    panic!(
                        "the rules of `{function}` disagree: the derivative of component {i} of \
                         its result in component {k} of `{parameter}` is {forward} by \
                         `{forward_name}` and {reverse} by `{reverse_name}`"
                    );
                }
            }
            unit[j] = 0.0;
        }
    }

    /// The parameter of a component, and the index of the component in it.
    fn component(&self, mut number: usize) -> (&str, usize) {
        for (name, components) in self.parameters {
            if number < *components {
                return (name, number);
            }
            number -= components;
        }
        ("", number)
    }

    fn is_close(&self, a: f64, b: f64) -> bool {
        a == b
            || a.is_nan() && b.is_nan()
            || (a - b).abs() <= self.tolerance * a.abs().max(b.abs()).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (x, y) ↦ (x y, x + 2 y) at (3, 5), whose reverse rule has an error in one partial.
    fn checked(off: f64, value: f64) {
        let rules = TwoRules {
            function: "f",
            forward: "a",
            reverse: "b",
            parameters: &[("x", 1), ("y", 1)],
            results: 2,
            tolerance: 1e-12,
        };
        rules.check(
            &[15.0, 13.0],
            |dot| (vec![15.0, 13.0], vec![5.0 * dot[0] + 3.0 * dot[1], dot[0] + 2.0 * dot[1]]),
            |bar| {
                (
                    vec![15.0, value],
                    vec![5.0 * bar[0] + bar[1], 3.0 * bar[0] + (2.0 + off) * bar[1]],
                )
            },
        );
    }

    #[test]
    fn rules_that_agree() {
        checked(0.0, 13.0);
        checked(1e-13, 13.0);
    }

    #[test]
    #[should_panic(
        expected = "the derivative of component 1 of its result in component 0 of `y` is 2 by `a` \
            and 2.5 by `b`"
    )]
    fn rules_that_do_not() {
        checked(0.5, 13.0);
    }

    #[test]
    #[should_panic(expected = "component 1 of the value of `f` is 13, but 12 by its rule `b`")]
    fn a_rule_of_another_function() {
        checked(0.0, 12.0);
    }

    #[test]
    #[should_panic(expected = "3 by `a` and NaN by `b`")]
    fn a_rule_that_gives_none() {
        checked(f64::NAN, 13.0);
    }
}
