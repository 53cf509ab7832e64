//! The interface of an erased derivative, and the two halves of the reverse pipeline as one
//! function → functions that can be differentiated again.

use super::control::{collect_bound, rename_bound};
use super::owned_type;
use crate::ir::hash::HashMap;
use crate::ir::*;
use crate::passes::jvp::Jvp;
use crate::passes::unzip::Unzipped;

/// The interface of an erased jvp: parameters and their tangents to outputs and their tangents.
/// Reorders the results accordingly; the final versions of tangents that were only read are removed
/// from the results.
pub fn erased_interface(erased: &mut Function, interface: &Interface, jvp: &Jvp) -> Interface {
    let mut params = interface.params.clone();
    for dot in &jvp.dots {
        let passing = match interface.params[dot.param].passing {
            Passing::Unique => Passing::Unique,
            _ if dot.threaded || matches!(erased.ty(dot.var), Ty::Slice(_)) => Passing::Shared,
            _ => Passing::Value,
        };
        params.push(param(erased, dot.var, passing));
    }
    let outputs = interface.output_value.leaves().len();
    let uniques = interface
        .params
        .iter()
        .filter(|p| p.passing == Passing::Unique)
        .map(|p| p.value.leaves().len())
        .sum::<usize>();
    let old = std::mem::take(&mut erased.body.results);
    let (primal, linear) = old.split_at(outputs + uniques);
    let (tangents, finals) = linear.split_at(jvp.output_leaves.len());
    let mut results = primal[..outputs].to_vec();
    results.extend(tangents);
    results.extend(&primal[outputs..]);
    let threaded = jvp.dots.iter().filter(|d| d.threaded);
    results.extend(
        threaded
            .zip(finals)
            .filter(|(d, _)| interface.params[d.param].passing == Passing::Unique)
            .map(|(_, v)| *v),
    );
    erased.body.results = results;
    interface_of(erased, interface, params, tangents.to_vec())
}

/// Reverse mode as one function of Linear A: the unzipped primal, then the transposed linear part.
/// Parameters: the primal's, then the cotangents of the output's leaves and of the final values of
/// `&mut` parameters; results: the primal's, then the cotangents of the active parameters' leaves.
pub fn reverse(
    unzipped: &Unzipped,
    transposed: &Function,
    jvp: &Jvp,
    interface: &Interface,
) -> Function {
    let mut function = Function { vars: transposed.vars.clone(), ..unzipped.primal.clone() };
    let results = function.body.results.len() - unzipped.residuals.len();
    function.body.results.truncate(results);

    // variables that both parts bind (indices, recomputed values) are renamed in the second
    let mut names = HashMap::default();
    let mut bound = Vec::new();
    collect_bound(&transposed.body, &mut bound);
    for v in bound.into_iter().filter(|v| !transposed.is_linear(*v)) {
        let info = function.info(v).clone();
        let fresh = function.fresh(info.name, info.ty, info.sort, info.span);
        names.insert(v, fresh);
    }
    let mut body = transposed.body.clone();
    body.rename(&names);
    rename_bound(&mut body, &names);

    let seeds: Vec<Var> =
        transposed.params.iter().copied().filter(|v| transposed.is_linear(*v)).collect();
    let (seeds, accumulators) = seeds.split_at(jvp.output_leaves.len());
    function.params.extend(seeds);
    for (dot, accumulator) in jvp.dots.iter().filter(|d| d.threaded).zip(accumulators) {
        let info = function.info(dot.leaf).clone();
        if interface.params[dot.param].passing == Passing::Unique {
            function.vars[accumulator.0 as usize].ty = owned_type(&info.ty).into();
            function.params.push(*accumulator);
            continue;
        }
        let shape = (!info.ty.has_static_shape()).then(|| {
            let shape = function.fresh_primal(
                format!("{}_shape", info.name),
                Ty::Shape(Box::new((*info.ty).clone())),
                info.span,
            );
            // at the start, before the parameter changes
            function.body.lets.insert(0, Let::new(vec![shape], Op::ShapeOf(dot.leaf), info.span));
            shape
        });
        function.body.push(vec![*accumulator], Op::Linear(Linear::Zero(shape)), info.span);
    }
    function.body.lets.append(&mut body.lets);
    function.body.results.append(&mut body.results);
    function
}

/// The interface of an erased [`reverse`]: parameters and cotangents of the outputs to outputs and
/// cotangents of the parameters. Reorders the results accordingly.
pub fn erased_reverse_interface(
    erased: &mut Function,
    interface: &Interface,
    jvp: &Jvp,
) -> Interface {
    let mut params = interface.params.clone();
    let given: usize = params.iter().map(|p| p.value.leaves().len()).sum();
    let seeds = erased.params[given..].to_vec();
    for v in seeds {
        params.push(param(erased, v, Passing::Value));
    }
    let outputs = interface.output_value.leaves().len();
    let mut results = std::mem::take(&mut erased.body.results);
    let cotangents = results.split_off(results.len() - jvp.dots.len());
    let uniques = results.split_off(outputs);
    results.extend(&cotangents);
    results.extend(uniques);
    erased.body.results = results;
    interface_of(erased, interface, params, cotangents)
}

fn param(function: &Function, var: Var, passing: Passing) -> Param {
    let info = function.info(var);
    let name = info.name.to_string();
    Param {
        name,
        rust_type: Default::default(),
        ty: (*info.ty).clone(),
        passing,
        constant: false,
        converts: false,
        borrowed: None,
        value: Tree::Leaf(var),
    }
}

/// The output is the primal's, then further values.
fn interface_of(
    erased: &Function,
    interface: &Interface,
    params: Vec<Param>,
    further: Vec<Var>,
) -> Interface {
    let types = further.iter().map(|v| erased.ty(*v).clone()).collect();
    Interface {
        name: interface.name.clone(),
        generics: interface.generics.clone(),
        params,
        rust_output: Default::default(),
        output: Ty::Tuple(vec![interface.output.clone(), Ty::Tuple(types)]),
        output_value: Tree::Tuple(vec![
            interface.output_value.clone(),
            Tree::Tuple(further.into_iter().map(Tree::Leaf).collect()),
        ]),
        cloned_types: Vec::new(),
    }
}
