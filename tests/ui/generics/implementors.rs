#![allow(unused)]

use autodiff::Real;
use autodiff::prelude::*;

trait Unseen {
    fn energy(&self, x: f64) -> f64;
    fn change(&mut self, x: f64);
}

#[differentiate]
fn of_unseen<P: Unseen>(p: &P, x: f64) -> f64 {
    p.energy(x)
}

#[differentiate]
fn of_unseen_by_path<P: Unseen>(p: &P, x: f64) -> f64 {
    P::energy(p, x)
}

#[differentiate]
fn argument_of_unseen(p: &impl Unseen, x: f64) -> f64 {
    p.energy(x)
}

struct Pack<'a>(&'a [f64]);

#[differentiate]
trait Seen {
    #[differentiate]
    fn energy(&self, x: f64) -> f64;
    fn plain(&self, x: f64) -> f64;
    fn changes(&mut self, x: f64);
    #[differentiate]
    fn own<T: Real>(&self, x: T) -> T;
    #[differentiate]
    fn function(&self, f: impl Fn(f64) -> f64) -> f64;
    #[differentiate]
    fn text(&self, s: &str, x: f64) -> f64;
    #[differentiate]
    fn borrows(&self, x: Pack<'_>) -> f64;
    #[differentiate(forward)]
    fn forward(&self, x: f64) -> f64;
}

#[differentiate]
fn plain<P: Seen>(p: &P, x: f64) -> f64 {
    p.plain(x)
}

#[differentiate]
fn plain_by_path<P: Seen>(p: &P, x: f64) -> f64 {
    <P as Seen>::plain(p, x)
}

#[differentiate]
fn changes<P: Seen>(p: &mut P, x: f64) -> f64 {
    p.changes(x);
    x
}

#[differentiate]
fn own<P: Seen>(p: &P, x: f64) -> f64 {
    p.own(x)
}

#[differentiate]
fn function<P: Seen>(p: &P, x: f64) -> f64 {
    p.function(|t| t * x)
}

#[differentiate]
fn text<P: Seen>(p: &P, x: f64) -> f64 {
    p.text("a", x)
}

#[differentiate]
fn forward<P: Seen>(p: &P, x: f64) -> f64 {
    p.forward(x)
}

#[differentiate]
fn of_another<P: Seen + Unseen>(p: &P, x: f64) -> f64 {
    Unseen::energy(p, x)
}

#[differentiate]
fn changed_by_another<P: Seen + Unseen>(p: &mut P, x: f64) -> f64 {
    p.change(x);
    x
}

#[differentiate]
fn operator<P: Seen + std::ops::Mul<f64, Output = f64>>(p: P, x: f64) -> f64 {
    p * x
}

#[differentiate]
fn passed<P: Seen>(p: &P, x: f64) -> f64 {
    applied(P::plain, p, x)
}

#[differentiate]
fn applied<P: Seen>(f: impl Fn(&P, f64) -> f64, p: &P, x: f64) -> f64 {
    f(p, x)
}

fn main() {}
