//! An order book: orders are matched and stored; the middle price, and the average by volume.

use autodiff::prelude::*;
#[derive(Debug, Clone, Copy, PartialEq, Eq, Differentiable)]
pub enum Side {
    Buy,
    Sell,
}
#[derive(Debug, Clone, Differentiable)]
pub struct Order {
    pub side: Side,
    pub price: f64,
    pub quantity: f64,
}
#[derive(Debug, Clone, Default, Differentiable)]
pub struct Book {
    bids: Vec<Order>,
    asks: Vec<Order>,
    traded: f64,
    notional: f64,
}
#[differentiate]
impl Book {
    pub fn new() -> Self {
        Book::default()
    }
    #[differentiate]
    pub fn submit(&mut self, mut order: Order) {
        let opposite = match order.side {
            Side::Buy => &mut self.asks,
            Side::Sell => &mut self.bids,
        };
        while let Some(best) = opposite.first_mut() {
            let crosses = match order.side {
                Side::Buy => best.price <= order.price,
                Side::Sell => best.price >= order.price,
            };
            if !crosses || order.quantity <= 0.0 {
                break;
            }
            let fill = order.quantity.min(best.quantity);
            order.quantity -= fill;
            best.quantity -= fill;
            self.traded += fill;
            self.notional += fill * best.price;
            if best.quantity <= 1e-12 {
                opposite.remove(0);
            }
        }
        if order.quantity > 0.0 {
            match order.side {
                Side::Buy => {
                    self.bids.push(order);
                    self.bids.sort_by(|a, b| b.price.total_cmp(&a.price));
                }
                Side::Sell => {
                    self.asks.push(order);
                    self.asks.sort_by(|a, b| a.price.total_cmp(&b.price));
                }
            }
        }
    }
    #[differentiate]
    pub fn mid(&self) -> Option<f64> {
        let (bid, ask) = (self.bids.first()?, self.asks.first()?);
        Some((bid.price + ask.price) / 2.0)
    }
    #[differentiate]
    pub fn vwap(&self) -> Result<f64, String> {
        if self.traded == 0.0 {
            Err("nothing traded".to_string())
        } else {
            Ok(self.notional / self.traded)
        }
    }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let mut book = Book::new();
    for (i, v) in x.iter().enumerate() {
        let base = 100.0 + v;
        book.submit(Order { side: Side::Sell, price: base + 1.0, quantity: 1.0 + 0.1 * i as f64 });
        book.submit(Order { side: Side::Buy, price: base - 1.0, quantity: 2.0 });
    }
    book.submit(Order { side: Side::Buy, price: 105.0, quantity: 1.5 + 0.1 * x[0] });
    let mid = book.mid().unwrap_or(100.0);
    mid + book.vwap().unwrap_or(0.0) * 0.1 + book.traded
}
mod laws {
    at_points! { program }
}
