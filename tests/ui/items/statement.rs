#![allow(unused)]

use autodiff::prelude::*;

fn main() {
    let x = 1.0;
    #[differentiate(reverse)]
    let y = x * x;
    println!("{y}");
}
