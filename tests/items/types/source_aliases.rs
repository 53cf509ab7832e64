//! Aliases of types without the attribute, by their definitions in the file.
#![deny(warnings)]

use autodiff::prelude::*;
use std::collections::{BTreeMap, HashSet};

type Vec3 = [f64; 3];
type Pair<T> = (T, T);
pub(crate) type Rows = Vec<Vec3>;
type Index = usize;
type Edge = (Index, Index);
type Checked<T> = Result<T, String>;
/// In a body below there is a type of this name, and in another module one of the next.
type Formula = fn(f64) -> f64;
type Grid = Vec<f64>;

#[differentiate]
fn scaled(v: Vec3, k: f64) -> Vec3 {
    v.map(|x| k * x)
}

#[differentiate]
fn length(v: &Vec3) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[differentiate]
fn root(p: Pair<f64>) -> Checked<f64> {
    if p.0 < 0.0 { Err(String::from("negative")) } else { Ok(p.0.sqrt() * p.1) }
}

#[differentiate]
fn applied(f: fn(f64) -> f64, rows: &mut Rows, k: Index) {
    rows[k][0] = f(rows[k][1]);
}

#[differentiate]
fn double(x: f64) -> f64 {
    2.0 * x
}

/// No derive: what is in it has no reals, behind aliases and in collections.
#[derive(Clone, Debug)]
struct Net {
    edges: Vec<Edge>,
    names: BTreeMap<String, Index>,
    seen: HashSet<Edge>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Vec3,
    turn: Pair<f64>,
}

#[differentiate]
impl Body {
    #[differentiate]
    fn energy(&self, net: &Net, others: &Rows) -> f64 {
        let mut sum = 0.0;
        for &(i, j) in &net.edges {
            if !net.seen.contains(&(i, j)) {
                sum += others[i][0] * others[j][1];
            }
        }
        sum * net.names.len() as f64 + length(&self.at) * self.turn.1
    }
}

fn net() -> Net {
    Net {
        edges: vec![(0, 1), (1, 0), (1, 1)],
        names: BTreeMap::from([("a".into(), 3)]),
        seen: HashSet::from([(1, 0)]),
    }
}

#[differentiate]
fn of_all(x: &[f64]) -> f64 {
    let net: Net = net();
    let v: Vec3 = [x[0], x[1], x[2]];
    let mut rows: Rows = vec![scaled(v, x[3]), v];
    applied(double, &mut rows, 1);
    let body = Body { at: rows[1], turn: (x[2], x[3]) };
    let y = match root((x[0] * x[0], x[1])) {
        Ok(y) => y,
        Err(_) => 0.0,
    };
    body.energy(&net, &rows) + y + other::of(x)
}

mod other {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Grid {
        pub h: f64,
    }

    #[differentiate]
    pub fn cells(grid: &Grid, x: f64) -> f64 {
        grid.h * x * x
    }

    #[differentiate]
    pub fn of(x: &[f64]) -> f64 {
        type Formula = f64;
        let k: Formula = x[1];
        cells(&Grid { h: x[0] }, k)
    }
}

/// A name as std has it, and std's own by its path.
mod outcomes {
    use autodiff::prelude::*;
    use std::error::Error;

    type Result<T> = std::result::Result<T, std::num::ParseIntError>;

    #[differentiate]
    fn scaled(x: f64, code: &str) -> Result<(f64, usize)> {
        let k: usize = code.parse()?;
        Ok((x * x * k as f64, k))
    }

    #[differentiate]
    pub fn of(x: f64, code: &str) -> std::result::Result<f64, Box<dyn Error>> {
        let (y, k) = scaled(x, code)?;
        if k > 9 { Err("too many".into()) } else { Ok(y + x) }
    }
}

#[differentiate]
fn hidden<Grid: num_traits::Float>(v: Grid) -> Grid {
    v * v
}

#[test]
fn as_what_they_stand_for() {
    check!(of_all, [0.7, 0.4, 0.9, 1.3]);
    assert_eq!(hidden_vjp(3.0, 1.0), (9.0, 6.0));
    let (grid, f): (Grid, Formula) = (vec![1.0], double);
    assert_eq!(f(grid[0]), 2.0);
    assert_eq!(root_jvp((-1.0, 1.0), (1.0, 0.0)).0, Err("negative".to_string()));
    assert_eq!(outcomes::of_jvp(3.0, "2", 1.0).1, Some(13.0));
    assert!(outcomes::of(3.0, "two").is_err() && outcomes::of(3.0, "12").is_err());
}
