//! Tables for the terminal.

use std::io::{Result, Write};

use crate::check::Comparison;
use crate::data::{Data, Species};
use crate::mixture::Mixture;

/// So many dimensions and components are printed; wider and longer tables are of no use to anybody.
const DIMENSIONS: usize = 6;
const COMPONENTS: usize = 25;

/// Weight, number of points, means and standard deviations of each component.
pub fn mixture(out: &mut impl Write, data: &Data, mixture: &Mixture) -> Result<()> {
    let (d, k) = (mixture.d(), mixture.k());
    let alive = mixture.alive(data.n());
    let shown = &alive[..alive.len().min(COMPONENTS)];
    let columns = d.min(DIMENSIONS);
    let assigned = mixture.assign(data);
    let weights = mixture.weights();
    let width =
        data.features[..columns].iter().map(|f| f.chars().count()).max().unwrap_or(0).max(16);

    writeln!(out, "mean ± standard deviation of each component")?;
    write!(out, "component  weight  points")?;
    for feature in &data.features[..columns] {
        write!(out, "  {feature:>width$}")?;
    }
    writeln!(out)?;
    for &c in shown {
        let points = assigned.iter().filter(|of| **of == c).count();
        let covariance = mixture.covariance(c);
        write!(out, "{:>9}  {:>6.3}  {points:>6}", c + 1, weights[c])?;
        for (j, mean) in mixture.mean(c)[..columns].iter().enumerate() {
            let cell = format!("{mean:.3} ± {:.3}", covariance[j * d + j].sqrt());
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    if columns < d || shown.len() < alive.len() {
        writeln!(out, "(shown: {} of {k} components, {columns} of {d} dimensions)", shown.len())?;
    }
    match k - alive.len() {
        0 => {}
        1 => writeln!(out, "(1 component has no points and is not shown)")?,
        empty => writeln!(out, "({empty} components have no points and are not shown)")?,
    }
    Ok(())
}

/// Which share of each species went to which component.
pub fn species(
    out: &mut impl Write,
    data: &Data,
    species: &Species,
    mixture: &Mixture,
) -> Result<()> {
    let assigned = mixture.assign(data);
    let count = |c: usize, s: usize| {
        assigned.iter().zip(&species.of_point).filter(|pair| pair == &(&c, &s)).count()
    };
    let width = species.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(12);

    writeln!(
        out,
        "share of each species in the components (every point in the one most probable for it)"
    )?;
    write!(out, "component")?;
    for name in &species.names {
        write!(out, "  {name:>width$}")?;
    }
    writeln!(out)?;
    for c in mixture.alive(data.n()) {
        write!(out, "{:>9}", c + 1)?;
        for s in 0..species.names.len() {
            let all = species.of_point.iter().filter(|of| **of == s).count();
            let points = count(c, s);
            let cell = format!("{points}  {:>5.1} %", 100.0 * points as f64 / all as f64);
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The errors that `--check` found.
pub fn comparisons(out: &mut impl Write, comparisons: &[Comparison]) -> Result<()> {
    writeln!(out, "gradient against central finite differences, at the start")?;
    writeln!(out, "{:<12} {:>16}  max relative error", "parameters", "compared")?;
    for Comparison { name, compared, of, error } in comparisons {
        let compared = format!("{compared} of {of}");
        writeln!(out, "{name:<12} {compared:>16}  {error:.1e}")?;
    }
    Ok(())
}
