//! Lowering: syntax to Linear A, its errors, and the options of the attribute.

mod errors;
mod options;
mod programs;
mod values;

use autodiff_compiler::diagnostics::Diagnostics;
use autodiff_compiler::fence::fence;
use autodiff_compiler::ir::Tree;
use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::lower::{Lowered, lower};

fn lowered(source: &str) -> Result<Lowered, Vec<String>> {
    let item: syn::ItemFn = syn::parse_str(source).map_err(|e| vec![format!("{source}: {e}")])?;
    let mut diagnostics = Diagnostics::new();
    fence(&item, &mut diagnostics);
    let result = lower(&item, &mut diagnostics);
    let errors: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
    match result {
        Some(l) if errors.is_empty() => match check(&l.function, Stage::LinearA) {
            Ok(()) => Ok(l),
            Err(errors) => {
                Err(errors.into_iter().map(|e| format!("{e}\n{}", l.function)).collect())
            }
        },
        _ => Err(errors),
    }
}

#[test]
fn tree_shapes_of_interfaces() {
    let l = lowered(
        "fn f((a, b): (f64, usize), _: bool, v: &Vec<f64>) -> (f64, (f64, usize)) \
        { (a, (v[0], b)) }",
    )
    .expect("lowers");
    let names: Vec<&str> = l.interface.params.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["argument_0", "argument_1", "v"]);
    assert!(matches!(&l.interface.output_value, Tree::Tuple(parts) if parts.len() == 2));
    assert_eq!(l.interface.params[0].value.leaves().len(), 2);
}
