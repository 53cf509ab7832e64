//! Reading the points: the Iris table that is shipped with the example, and files in the format of
//! ADBench.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::mixture::Mixture;

/// Points to fit, with the parameters of the Wishart prior.
#[derive(Clone, Debug)]
pub struct Data {
    /// What the data are called.
    pub title: String,
    /// The points, one after the other.
    pub x: Vec<f64>,
    /// One name per dimension.
    pub features: Vec<String>,
    /// The known class of each point, where there is one.
    pub species: Option<Species>,
    /// Scale of the Wishart prior.
    pub gamma: f64,
    /// Additional degrees of freedom of the Wishart prior.
    pub m: usize,
}

/// A class label per point.
#[derive(Clone, Debug)]
pub struct Species {
    /// The names of the classes.
    pub names: Vec<String>,
    /// For each point, an index into `names`.
    pub of_point: Vec<usize>,
}

impl Data {
    /// Number of dimensions.
    pub fn d(&self) -> usize {
        self.features.len()
    }

    /// Number of points.
    pub fn n(&self) -> usize {
        self.x.len() / self.d()
    }

    /// The points.
    pub fn points(&self) -> std::slice::ChunksExact<'_, f64> {
        self.x.chunks_exact(self.d())
    }
}

/// Fisher's Iris, which is part of the program.
pub fn iris() -> Result<Data> {
    let mut lines = Lines::new("iris.csv", include_str!("iris.csv"));
    let header = lines.next("the column names")?;
    let mut features: Vec<String> = header.text.split(',').map(str::to_owned).collect();
    features.pop();

    let mut x = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut of_point = Vec::new();
    while let Some(line) = lines.next_if_any() {
        let cells: Vec<&str> = line.text.split(',').collect();
        ensure!(
            cells.len() == features.len() + 1,
            line.error(format!("expected {} cells, found {}", features.len() + 1, cells.len()))
        );
        for cell in &cells[..features.len()] {
            x.push(line.number(cell)?);
        }
        let name = cells[features.len()];
        let species = names.iter().position(|known| known == name);
        of_point.push(species.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }));
    }
    Ok(Data {
        title: "Fisher's Iris".to_owned(),
        x,
        features,
        species: Some(Species { names, of_point }),
        // As much variance as rounding to a tenth of a centimetre adds: γ² / 50 plants ≈ 0.1² / 12.
        gamma: 0.2,
        m: 0,
    })
}

/// A file in the format of ADBench: a line `d k n`; then, a line each, `k` weights alpha, `k`
/// means, `k` inverse covariance factors (`d` logarithms of diagonal entries, then the entries
/// below the diagonal), `n` points; at last `gamma m`.
pub fn read_adbench(path: &Path) -> Result<(Data, Mixture)> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let name = path.display().to_string();
    let mut lines = Lines::new(&name, &text);

    let line = lines.next("the sizes d k n")?;
    let [d, k, n] = line.words("the sizes d k n")?;
    let [d, k, n] = [line.size("d", d)?, line.size("k", k)?, line.size("n", n)?];

    let alphas = lines.rows(k, 1, "weight")?;
    let means = lines.rows(k, d, "mean")?;
    let factors = lines.rows(k, d + d * (d - 1) / 2, "inverse covariance factor")?;
    let x = lines.rows(n, d, "point")?;

    let line = lines.next("the Wishart parameters gamma m")?;
    let [gamma, m] = line.words("the Wishart parameters gamma m")?;
    let gamma = line.number(gamma)?;
    ensure!(gamma > 0.0, line.error(format!("gamma must be positive, not {gamma}")));
    let m = m.parse::<u32>().map_err(|_| {
        line.error(format!("the Wishart parameter m must be a whole number, not '{}'", shorten(m)))
    })?;
    if let Some(line) = lines.next_if_any() {
        bail!(line.error("the file should have ended before this line".to_owned()));
    }

    // The file keeps both parts of a factor in one row.
    let mut qs = Vec::with_capacity(k * d);
    let mut ls = Vec::with_capacity(factors.len() - k * d);
    for factor in factors.chunks_exact(factors.len() / k) {
        qs.extend_from_slice(&factor[..d]);
        ls.extend_from_slice(&factor[d..]);
    }
    let data = Data {
        title: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        x,
        features: (1..=d).map(|j| format!("x{j}")).collect(),
        species: None,
        gamma,
        m: m as usize,
    };
    Ok((data, Mixture { alphas, means, qs, ls }))
}

/// The lines of a file that are neither blank nor comments.
struct Lines<'a> {
    file: &'a str,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

struct Line<'a> {
    file: &'a str,
    number: usize,
    text: &'a str,
}

impl<'a> Lines<'a> {
    fn new(file: &'a str, text: &'a str) -> Self {
        Lines { file, lines: text.lines().enumerate(), last: 0 }
    }

    fn next_if_any(&mut self) -> Option<Line<'a>> {
        for (index, text) in self.lines.by_ref() {
            self.last = index + 1;
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Line { file: self.file, number: self.last, text });
            }
        }
        None
    }

    fn next(&mut self, what: &str) -> Result<Line<'a>> {
        self.next_if_any().ok_or_else(|| {
            anyhow!(
                "{}, line {}: the file ends where {what} should follow",
                self.file,
                self.last.max(1)
            )
        })
    }

    /// `count` lines of `width` numbers.
    fn rows(&mut self, count: usize, width: usize, what: &str) -> Result<Vec<f64>> {
        // No memory is reserved: the sizes come from the file and need not be true.
        let mut values = Vec::new();
        for index in 1..=count {
            let line = self.next(&format!("{what} {index} of {count}"))?;
            let found = line.text.split_whitespace().count();
            ensure!(
                found == width,
                line.error(format!(
                    "{what} {index} of {count} should have {width} number{}, found {found}",
                    if width == 1 { "" } else { "s" }
                ))
            );
            for word in line.text.split_whitespace() {
                values.push(line.number(word)?);
            }
        }
        Ok(values)
    }
}

impl<'a> Line<'a> {
    fn error(&self, message: String) -> anyhow::Error {
        anyhow!("{}, line {}: {message}", self.file, self.number)
    }

    fn words<const N: usize>(&self, what: &str) -> Result<[&'a str; N]> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let found = words.len();
        words.try_into().map_err(|_| {
            self.error(format!("expected {what} ({N} numbers), found {found} on this line"))
        })
    }

    fn number(&self, word: &str) -> Result<f64> {
        match word.trim().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(_) => Err(self.error(format!("'{}' is not a finite number", shorten(word)))),
            Err(_) => Err(self.error(format!("'{}' is not a number", shorten(word)))),
        }
    }

    fn size(&self, name: &str, word: &str) -> Result<usize> {
        const LARGEST: usize = 1_000_000_000;
        match word.parse::<usize>() {
            Ok(size) if (1..=LARGEST).contains(&size) => Ok(size),
            _ => Err(self.error(format!(
                "{name} must be a whole number from 1 to {LARGEST}, not '{}'",
                shorten(word)
            ))),
        }
    }
}

/// A word from a file, made fit to be shown in a message.
fn shorten(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String =
        word.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if word.chars().count() > LONGEST {
        shown.push('…');
    }
    shown
}
