//! The versions of values that may be guards. Where code changes the value behind a guard, or a
//! branch or a loop returns it, the guard gets a new version. All versions are one value in the
//! program, which is dropped once.

use crate::lower::ownership::drops::is_made;
use crate::lower::*;

/// The variables of a block that are constructed by opaque code, or are versions of such values.
pub fn opaque_values(lets: &[Let]) -> HashSet<Var> {
    let mut made = HashSet::default();
    add_made(lets, &mut made);
    made
}

fn add_made(lets: &[Let], made: &mut HashSet<Var>) {
    for l in lets {
        match &l.op {
            Op::Opaque(_) if is_made(l) => made.extend(&l.vars),
            Op::Opaque(o) => made.extend(o.changed_versions(&l.vars).map(|(_, version)| version)),
            Op::Branch(_, arms) => {
                let in_arm = |arm: &Block| {
                    let mut in_arm = made.clone();
                    add_made(&arm.lets, &mut in_arm);
                    arm.results.iter().map(|v| in_arm.contains(v)).collect::<Vec<_>>()
                };
                let of_arms: Vec<Vec<bool>> = arms.iter().map(in_arm).collect();
                let is_made = |k: usize| of_arms.iter().all(|arm| arm.get(k) == Some(&true));
                made.extend(
                    l.vars.iter().enumerate().filter(|(k, _)| is_made(*k)).map(|(_, v)| *v),
                );
            }
            Op::Loop(of) => {
                let mut in_body = made.clone();
                in_body.extend(
                    of.carried
                        .iter()
                        .filter(|carried| made.contains(&carried.init))
                        .map(|carried| carried.param),
                );
                add_made(&of.body.lets, &mut in_body);
                let is_made = |k: usize| {
                    let starts_made =
                        of.carried.get(k).is_some_and(|carried| made.contains(&carried.init));
                    starts_made && of.body.results.get(k).is_some_and(|v| in_body.contains(v))
                };
                let of_loop: Vec<Var> = l
                    .vars
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| is_made(*k))
                    .map(|(_, v)| *v)
                    .collect();
                made.extend(of_loop);
            }
            _ => {
                let of_made = |(before, _): &(Var, Var)| made.contains(before);
                let versions: Vec<_> = l.versions().into_iter().filter(of_made).collect();
                made.extend(versions.into_iter().map(|(_, version)| version));
            }
        }
    }
}

/// Variables, together with those that they are versions of.
pub fn with_earlier_versions(lets: &[Let], vars: &[Var]) -> Vec<Var> {
    let mut all = vars.to_vec();
    for l in lets.iter().rev() {
        let earlier: Vec<Var> = match &l.op {
            Op::Branch(_, arms) => {
                let results =
                    |k: usize| arms.iter().filter_map(move |arm| Some((arm, *arm.results.get(k)?)));
                let found =
                    (0..l.vars.len()).filter(|k| all.contains(&l.vars[*k])).flat_map(results);
                found
                    .flat_map(|(arm, result)| with_earlier_versions(&arm.lets, &[result]))
                    .collect()
            }
            Op::Loop(of) => l
                .vars
                .iter()
                .zip(&of.carried)
                .filter(|(v, _)| all.contains(v))
                .map(|(_, carried)| carried.init)
                .collect(),
            _ => {
                let of_all = |(_, version): &(Var, Var)| all.contains(version);
                l.versions().into_iter().filter(of_all).map(|(before, _)| before).collect()
            }
        };
        all.extend(earlier);
    }
    all
}
