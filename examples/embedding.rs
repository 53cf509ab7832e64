//! Learns vectors of words from the pairs that occur together, with a gradient that stores only the
//! rows that a batch reads: `cargo run --release --example embedding`.
//!
//! A generated language has words of several topics, and a sentence has words of one topic. A word
//! should have a large product with words of its sentences, and a small one with random words
//! (skip-gram with negative samples). `SparseRows` is the gradient of a table of vectors:
//! its time and memory depend on the batch, not on the count of words.

use autodiff::prelude::*;
use indicatif::{ProgressBar, ProgressStyle};
use ndarray::Array2;

const WORDS: usize = 20_000;
const TOPICS: usize = 50;
const COLUMNS: usize = 32;
const EPOCHS: usize = 6;
const BATCHES: usize = 1_500;
const BATCH: usize = 512;
/// Random words for each pair that occurs together.
const NEGATIVES: usize = 3;
const RATE: f64 = 0.3;

/// The mean logistic loss of pairs: `signs` is 1 for those that occur together, and -1 for others.
#[differentiate(reverse)]
fn loss(
    vectors: &Array2<f64>,
    contexts: &Array2<f64>,
    pairs: &[(usize, usize)],
    #[constant] signs: &[f64],
) -> f64 {
    let mut sum = 0.0;
    for k in 0..pairs.len() {
        let (word, context) = pairs[k];
        let score = vectors.row(word).dot(&contexts.row(context));
        sum += (-signs[k] * score).exp().ln_1p();
    }
    sum / pairs.len() as f64
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn table(&mut self, size: f64) -> Array2<f64> {
        let mut number = || self.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0;
        Array2::from_shape_simple_fn((WORDS, COLUMNS), || size * number())
    }

    /// A word of a topic.
    fn word(&mut self, topic: usize) -> usize {
        topic + TOPICS * self.below(WORDS / TOPICS)
    }

    /// Pairs and their signs.
    fn batch(&mut self, pairs: &mut Vec<(usize, usize)>, signs: &mut Vec<f64>) {
        pairs.clear();
        signs.clear();
        while pairs.len() < BATCH {
            let topic = self.below(TOPICS);
            let word = self.word(topic);
            pairs.push((word, self.word(topic)));
            signs.push(1.0);
            for _ in 0..NEGATIVES {
                pairs.push((word, self.below(WORDS)));
                signs.push(-1.0);
            }
        }
    }
}

/// The two tables and the rows of their gradients.
struct Model {
    vectors: Array2<f64>,
    contexts: Array2<f64>,
    vectors_bar: SparseRows,
    contexts_bar: SparseRows,
}

impl Model {
    fn new(random: &mut Random) -> Self {
        Model {
            vectors: random.table(0.3),
            contexts: random.table(0.3),
            vectors_bar: SparseRows::new(WORDS, COLUMNS),
            contexts_bar: SparseRows::new(WORDS, COLUMNS),
        }
    }

    /// One step of gradient descent. Returns the loss before it.
    fn step(&mut self, pairs: &[(usize, usize)], signs: &[f64]) -> f64 {
        self.vectors_bar.clear();
        self.contexts_bar.clear();
        let (value, residuals) = loss_primal(&self.vectors, &self.contexts, pairs, signs);
        loss_transposed(&residuals, 1.0, &mut self.vectors_bar, &mut self.contexts_bar);
        // a row occurs in few pairs of the mean
        let rate = RATE * pairs.len() as f64;
        self.vectors_bar.axpy(-rate, &mut self.vectors);
        self.contexts_bar.axpy(-rate, &mut self.contexts);
        value
    }

    /// The fraction of words whose nearest other word is of the same topic, of the first `count`.
    fn same_topic(&self, count: usize) -> f64 {
        let same = (0..count).filter(|word| self.nearest(*word) % TOPICS == word % TOPICS);
        same.count() as f64 / count as f64
    }

    /// The word whose vector has the smallest angle with that of `word`.
    fn nearest(&self, word: usize) -> usize {
        let vector = self.vectors.row(word);
        let cosine = |other: &usize| {
            let other = self.vectors.row(*other);
            vector.dot(&other) / other.dot(&other).sqrt()
        };
        let others = (0..WORDS).filter(|other| *other != word);
        others.max_by(|a, b| cosine(a).total_cmp(&cosine(b))).unwrap_or(word)
    }
}

fn main() {
    let mut random = Random(1);
    let mut model = Model::new(&mut random);
    let (mut pairs, mut signs) = (Vec::new(), Vec::new());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} steps, {msg}");
    let bar = ProgressBar::new((EPOCHS * BATCHES) as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut losses = Vec::new();
    println!("same topic as the nearest word: {:.0} %", 100.0 * model.same_topic(100));
    for epoch in 1..=EPOCHS {
        let mut sum = 0.0;
        for _ in 0..BATCHES {
            random.batch(&mut pairs, &mut signs);
            sum += model.step(&pairs, &signs);
            bar.inc(1);
        }
        let mean = sum / BATCHES as f64;
        bar.set_message(format!("loss {mean:.4}"));
        bar.suspend(|| println!("epoch {epoch}: loss {mean:.4}"));
        losses.push(mean);
    }
    bar.finish_and_clear();
    println!("same topic as the nearest word: {:.0} %", 100.0 * model.same_topic(100));
    println!("rows of the last gradient: {} of {WORDS}", model.vectors_bar.stored());
    assert!(losses.last() < losses.first(), "the loss fell");
}
