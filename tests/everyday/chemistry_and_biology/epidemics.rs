//! An SIR epidemic with interventions, which are variants of an enum.

use autodiff::prelude::*;
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct State {
    s: f64,
    i: f64,
    r: f64,
}
impl std::ops::Add for State {
    type Output = State;
    fn add(self, o: State) -> State {
        State { s: self.s + o.s, i: self.i + o.i, r: self.r + o.r }
    }
}
#[derive(Debug, Clone, Differentiable)]
enum Intervention {
    Lockdown {
        #[constant]
        from: usize,
        #[constant]
        to: usize,
        factor: f64,
    },
    Vaccination {
        rate: f64,
    },
    None,
}
#[derive(Debug, Clone, Differentiable)]
struct Params {
    beta: f64,
    gamma: f64,
    interventions: Vec<Intervention>,
}
#[differentiate]
impl Params {
    #[differentiate]
    fn effective_beta(&self, day: usize) -> f64 {
        self.interventions.iter().fold(self.beta, |beta, iv| match iv {
            Intervention::Lockdown { from, to, factor } if (*from..*to).contains(&day) => {
                beta * factor
            }
            _ => beta,
        })
    }
    #[differentiate]
    fn vaccination_rate(&self) -> f64 {
        self.interventions
            .iter()
            .filter_map(|iv| {
                if let Intervention::Vaccination { rate } = iv { Some(*rate) } else { None }
            })
            .sum()
    }
    #[differentiate]
    fn derivative(&self, st: &State, day: usize) -> State {
        let State { s, i, .. } = *st;
        let infections = self.effective_beta(day) * s * i;
        let recoveries = self.gamma * i;
        let vaccinated = self.vaccination_rate() * s;
        State {
            s: -infections - vaccinated,
            i: infections - recoveries,
            r: recoveries + vaccinated,
        }
    }
}
#[differentiate]
fn simulate(params: &Params, initial: State, days: usize) -> Vec<State> {
    let mut history = Vec::with_capacity(days + 1);
    history.push(initial);
    let mut current = initial;
    for day in 0..days {
        let d = params.derivative(&current, day);
        current = State { s: current.s + d.s, i: current.i + d.i, r: current.r + d.r };
        history.push(current);
    }
    history
}
#[differentiate]
fn peak(history: &[State]) -> Option<(usize, f64)> {
    history.iter().enumerate().map(|(day, st)| (day, st.i)).max_by(|a, b| a.1.total_cmp(&b.1))
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let params = Params {
        beta: 0.4 + 0.05 * x[0],
        gamma: 0.1,
        interventions: vec![
            Intervention::Lockdown { from: 3, to: 8, factor: 0.5 + 0.01 * x[x.len() - 1] },
            Intervention::Vaccination { rate: 0.01 },
            Intervention::None,
        ],
    };
    let history = simulate(&params, State { s: 0.9, i: 0.1, r: 0.0 }, 15);
    let (day, height) = peak(&history).expect("a history is never empty");
    let last = history.last().unwrap();
    height + last.r + 0.001 * day as f64
}
mod laws {
    at_points! { program }
}
