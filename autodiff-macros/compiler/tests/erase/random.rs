//! Random functions.

use super::build::*;
use super::*;
use autodiff_compiler::primitives::Prim;

/// What is in scope where a random program goes on.
#[derive(Clone)]
struct Scope {
    scalars: Vec<Var>,
    indices: Vec<Var>,
    /// All of length 3; those marked may be updated here.
    arrays: Vec<(Var, bool)>,
}

/// A random program over scalars and arrays of three elements: primitives, reads, updates, copies,
/// views, exchanges, branches and loops.
struct Random {
    noise: Noise,
    b: Build,
}

impl Random {
    fn below(&mut self, n: usize) -> usize {
        ((self.noise.next() + 1.0) / 2.0 * n as f64) as usize % n
    }
    fn pick(&mut self, from: &[Var]) -> Var {
        from[self.below(from.len())]
    }
    /// Rather a late one, so that little is dead.
    fn late(&mut self, from: &[Var]) -> Var {
        from[from.len() - 1 - self.below(from.len().min(3))]
    }
    fn case(seed: u64) -> Case {
        let mut r = Random { noise: Noise(seed), b: Build::new(&format!("random_{seed}")) };
        for _ in 0..3 {
            r.noise.next();
        }
        let scalars = vec![r.b.value("x", F), r.b.value("y", F)];
        let arrays = vec![
            (r.b.shared("a", slice()), false),
            (r.b.value("v", vector()), true),
            (r.b.unique("u", slice()), true),
        ];
        let indices = (0..3).map(|i| r.b.int(i)).collect();
        let mut scope = Scope { scalars, indices, arrays };
        r.steps(&mut scope, 7, 3);
        let sum = scope.scalars[2..].iter().fold(scope.scalars[0], |sum, x| r.b.add(sum, *x));
        let out = [sum, r.pick(&scope.scalars)];
        let [v, u] = [scope.arrays[1].0, scope.arrays[2].0];
        let mut results = vec![out[0]];
        if out[1] != out[0] {
            results.push(out[1]);
        }
        if r.below(2) == 0 {
            results.push(v);
        }
        let mut numbers = || r.noise.next();
        let three = |f: &mut dyn FnMut() -> f64| Value::reals(&[f(), f(), f()]);
        let point = [
            self::r(numbers()),
            self::r(numbers()),
            three(&mut numbers),
            three(&mut numbers),
            three(&mut numbers),
        ];
        r.b.done_with(&results, &[u], &[&point])
    }
    fn steps(&mut self, scope: &mut Scope, steps: usize, depth: usize) {
        for _ in 0..steps {
            self.step(scope, depth);
        }
    }
    fn step(&mut self, scope: &mut Scope, depth: usize) {
        let (x, y) = (self.late(&scope.scalars), self.pick(&scope.scalars));
        let i = self.pick(&scope.indices);
        let array = self.below(scope.arrays.len());
        match self.below(if depth > 0 { 14 } else { 9 }) {
            0 => scope.scalars.push(self.b.prim("sin", Prim::Sin, &[x])),
            1 | 2 => scope.scalars.push(self.b.mul(x, y)),
            3 => {
                let d = self.b.prim("d", Prim::Sub, &[x, y]);
                scope.scalars.push(self.b.prim("tanh", Prim::Tanh, &[d]));
            }
            4 => {
                let m = self.b.prim("m", Prim::Max, &[x, y]);
                let one = self.b.real(1.5);
                let d = self.b.prim("d", Prim::MulAdd, &[y, y, one]);
                scope.scalars.push(self.b.prim("q", Prim::Div, &[m, d]));
            }
            5 | 6 => {
                let e = self.b.read(scope.arrays[array].0, i);
                scope.scalars.push(e);
            }
            7 => match scope.arrays[array] {
                (a, true) if self.below(4) > 0 => {
                    let ty = self.b.f.ty(a).clone();
                    scope.arrays[array].0 = self.b.op("w", ty, Op::Update(at(a, i), x));
                }
                (a, true) => {
                    let ty = self.b.f.ty(a).clone();
                    let j = self.pick(&scope.indices);
                    scope.arrays[array].0 =
                        self.b.op("w", ty, Op::Swap(a, vec![Step::Index(i)], vec![Step::Index(j)]));
                }
                (a, false) => {
                    let v = self.b.op("view", slice(), Op::View(Place::of_var(a)));
                    scope.arrays.push((v, false));
                }
            },
            8 => {
                let a = scope.arrays[array].0;
                let w = match self.below(3) {
                    0 => self.b.op("w", vector(), Op::Array(vec![x, y, x])),
                    1 => {
                        let n_ = self.b.len(a);
                        self.b.op("w", vector(), Op::Repeat(x, n_))
                    }
                    _ => self.b.op("w", vector(), Op::Read(Place::of_var(a))),
                };
                scope.arrays.push((w, true));
            }
            9..=10 => {
                let tag = self.b.compare("tag", Prim::Gt, &[x, y]);
                let chosen: Vec<usize> = self.chosen(scope);
                let arms = (0..2)
                    .map(|_| {
                        self.b.begin();
                        let mut inner = self.only(scope, &chosen);
                        let steps = self.below(6);
                        self.steps(&mut inner, steps, depth - 1);
                        let mut results = vec![self.late(&inner.scalars)];
                        results.extend(chosen.iter().map(|k| inner.arrays[*k].0));
                        self.b.end(&results)
                    })
                    .collect::<Vec<_>>();
                let vars = self.b.same(&arms[0].results);
                self.b.bind(&vars, Op::Branch(tag, arms));
                self.back(scope, &chosen, &vars);
            }
            _ => {
                let chosen: Vec<usize> = self.chosen(scope);
                let mut inits = vec![x];
                inits.extend(chosen.iter().map(|k| scope.arrays[*k].0));
                let params = self.b.same(&inits);
                let index = self.b.var("i", U);
                self.b.begin();
                let mut inner = self.only(scope, &chosen);
                self.back(&mut inner, &chosen, &params);
                inner.indices.push(index);
                let steps = 1 + self.below(6);
                self.steps(&mut inner, steps, depth - 1);
                let mut results = vec![self.late(&inner.scalars)];
                results.extend(chosen.iter().map(|k| inner.arrays[*k].0));
                // two buffers may change places
                if results.len() > 2
                    && self.below(3) == 0
                    && self.b.f.ty(results[1]) == self.b.f.ty(results[2])
                {
                    results.swap(1, 2);
                }
                let again =
                    (self.below(4) == 0).then(|| self.b.compare("go", Prim::Lt, &[results[0], y]));
                let body = self.b.end(&results);
                let to = scope.indices[2];
                let vars = self.b.same(&inits);
                let adaptors = if self.below(3) == 0 { vec![Adaptor::Reverse] } else { Vec::new() };
                let iteration = Iteration::Range(Range {
                    index,
                    from: scope.indices[0],
                    to,
                    inclusive: self.below(2) == 0,
                    adaptors,
                });
                self.b.bind(
                    &vars,
                    Op::Loop(Box::new(Loop {
                        iteration,
                        again,
                        ..carrying(&inits, &params, body)
                    })),
                );
                self.back(scope, &chosen, &vars);
            }
        }
    }
    /// Some of the arrays that may be updated.
    fn chosen(&mut self, scope: &Scope) -> Vec<usize> {
        (0..scope.arrays.len())
            .filter(|k| scope.arrays[*k].1)
            .filter(|_| self.below(3) > 0)
            .collect()
    }
    /// What an inner block sees.
    fn only(&mut self, scope: &Scope, chosen: &[usize]) -> Scope {
        let mut inner = scope.clone();
        for (k, (_, mutable)) in inner.arrays.iter_mut().enumerate() {
            *mutable = chosen.contains(&k);
        }
        inner
    }
    /// The new versions after an inner block.
    fn back(&mut self, scope: &mut Scope, chosen: &[usize], vars: &[Var]) {
        scope.scalars.push(vars[0]);
        for (k, v) in chosen.iter().zip(&vars[1..]) {
            scope.arrays[*k].0 = *v;
        }
    }
}

/// Random programs; `RANDOM_PROGRAMS=1000` looks at more of them.
#[test]
fn the_laws_hold_for_random_programs() {
    let number = std::env::var("RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    for seed in 0..number {
        let case = Random::case(seed);
        laws(&case);
        laws(&forward(&case));
        laws(&backward(&case));
    }
}
