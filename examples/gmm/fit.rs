//! Maximising the log posterior with `argmin`'s L-BFGS and the generated gradient.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use anyhow::{Result, ensure};
use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{
    CostFunction, Error, Executor, Gradient, IterState, KV, State, TerminationReason,
    TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use autodiff::Differentiable;
use indicatif::{ProgressBar, ProgressStyle};

use crate::data::Data;
use crate::mixture::Mixture;
use crate::model::log_posterior_value_and_grad;

/// The past steps from which L-BFGS estimates curvature.
const MEMORY: usize = 10;

/// A line search that asks for more values than this is lost; it would go on for ever.
const VALUES_PER_ITERATION: usize = 60;

/// What came out, and how.
pub struct Fit {
    pub mixture: Mixture,
    pub log_posterior: f64,
    pub iterations: u64,
    pub evaluations: usize,
    pub stopped: String,
}

/// Value and gradient of the log posterior; the gradient is flat, in the order of the mixture's
/// `flatten`.
pub fn value_and_gradient(data: &Data, mixture: &Mixture) -> (f64, Vec<f64>) {
    let (value, (alphas, means, qs, ls)) = log_posterior_value_and_grad(
        &mixture.alphas,
        &mixture.means,
        &mixture.qs,
        &mixture.ls,
        &data.x,
        data.gamma,
        data.m,
    );
    (value, [alphas, means, qs, ls].concat())
}

/// Fits the mixture to the data, from the given start, in at most so many iterations.
pub fn fit(data: &Data, start: &Mixture, iterations: u64) -> Result<Fit> {
    let objective = Objective {
        data,
        shape: start,
        latest: RefCell::default(),
        evaluations: Cell::new(0),
        values_in_iteration: Rc::default(),
    };
    let n = data.n() as f64;
    let mut parameters = start.flatten();
    let (mut cost, _) = objective.evaluate(&parameters);

    let progress = Progress::new(iterations, n, Rc::clone(&objective.values_in_iteration));
    let mut done = 0;
    let stopped = loop {
        objective.values_in_iteration.set(0);
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY)
            .with_tolerance_grad(1e-6)?
            .with_tolerance_cost(1e-13)?;
        let result = Executor::new(&objective, solver)
            .configure(|state| state.param(parameters.clone()).max_iters(iterations - done))
            .add_observer(progress.clone(), ObserverMode::Always)
            .run();
        let (reason, line_search_failed) = match &result {
            Ok(result) => {
                done += result.state.get_iter();
                match result.state.get_termination_status() {
                    TerminationStatus::Terminated(TerminationReason::SolverExit(reason)) => {
                        (reason.clone(), true)
                    }
                    TerminationStatus::Terminated(reason) => (reason.text().to_owned(), false),
                    TerminationStatus::NotTerminated => ("not terminated".to_owned(), false),
                }
            }
            Err(error) => (error.to_string(), true),
        };
        let improved = match result {
            Ok(result) if result.state.get_best_cost() < cost => {
                cost = result.state.get_best_cost();
                parameters = result.state.best_param.unwrap_or(parameters);
                true
            }
            _ => false,
        };
        // A failed line search is often cured by forgetting the curvature: start again from the
        // best point.
        if !(line_search_failed && improved && done < iterations) {
            break reason;
        }
    };
    progress.bar.finish_and_clear();
    Ok(Fit {
        mixture: start.with_parameters(&parameters),
        log_posterior: -cost * n,
        iterations: done,
        evaluations: objective.evaluations.get(),
        stopped,
    })
}

/// Minus the log posterior, divided by the number of points to have the first steps of a sensible
/// length.
struct Objective<'a> {
    data: &'a Data,
    shape: &'a Mixture,
    /// The optimiser asks for value and gradient one after the other; both come from one
    /// evaluation.
    latest: RefCell<Evaluation>,
    evaluations: Cell<usize>,
    values_in_iteration: Rc<Cell<usize>>,
}

#[derive(Clone, Default)]
struct Evaluation {
    at: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
}

impl Objective<'_> {
    fn evaluate(&self, at: &[f64]) -> (f64, Vec<f64>) {
        let mut latest = self.latest.borrow_mut();
        if latest.at != at {
            let scale = -1.0 / self.data.n() as f64;
            let (value, mut gradient) =
                value_and_gradient(self.data, &self.shape.with_parameters(at));
            for entry in &mut gradient {
                *entry *= scale;
            }
            self.evaluations.set(self.evaluations.get() + 1);
            *latest = Evaluation { at: at.to_vec(), value: value * scale, gradient };
        }
        (latest.value, latest.gradient.clone())
    }
}

impl CostFunction for &Objective<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, Error> {
        let values = self.values_in_iteration.get() + 1;
        self.values_in_iteration.set(values);
        ensure!(values <= VALUES_PER_ITERATION, "no end within {VALUES_PER_ITERATION} values");
        Ok(self.evaluate(parameters).0)
    }
}

impl Gradient for &Objective<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.evaluate(parameters).1)
    }
}

/// Shows the iterations (nothing is drawn where standard error is not a terminal) and starts the
/// count of values anew in each.
#[derive(Clone)]
struct Progress {
    bar: ProgressBar,
    points: f64,
    values_in_iteration: Rc<Cell<usize>>,
}

impl Progress {
    fn new(iterations: u64, points: f64, values_in_iteration: Rc<Cell<usize>>) -> Self {
        let style = ProgressStyle::with_template("{bar:30} iteration {pos} of ≤ {len}  {msg}")
            .expect("a valid template");
        Progress {
            bar: ProgressBar::new(iterations).with_style(style),
            points,
            values_in_iteration,
        }
    }
}

type Iteration = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

impl Observe<Iteration> for Progress {
    fn observe_iter(&mut self, state: &Iteration, _: &KV) -> Result<(), Error> {
        let value = -state.get_best_cost() * self.points;
        self.bar.set_message(format!("log posterior {value:.4}"));
        self.bar.inc(1);
        self.values_in_iteration.set(0);
        Ok(())
    }
}
