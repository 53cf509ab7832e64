//! Prints the stages of one function of a Rust file: `cargo run -p autodiff-compiler --example stages -- FILE FUNCTION`.

use autodiff_compiler::diagnostics::Diagnostics;
use autodiff_compiler::{compile, lower};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(name)) = (args.next(), args.next()) else {
        eprintln!("usage: stages FILE FUNCTION");
        return ExitCode::from(2);
    };
    match show(&file, &name) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("stages: {message}");
            ExitCode::FAILURE
        }
    }
}

fn show(file: &str, name: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let parsed = syn::parse_file(&text).map_err(|e| format!("{file}: {e}"))?;
    let item = parsed.items.iter().find_map(|item| match item {
        syn::Item::Fn(f) if f.sig.ident == name => Some(f.clone()),
        _ => None,
    });
    let Some(mut item) = item else { return Err(format!("{file}: no free function `{name}`")) };
    item.attrs.retain(|a| !a.path().is_ident("differentiate"));
    let mut diagnostics = Diagnostics::new();
    let stages = lower::lower(&item, &mut diagnostics).and_then(|lowered| compile::stages(lowered, &mut diagnostics));
    let Some(stages) = stages else {
        return Err(diagnostics.iter().map(|d| format!("{name}: {}", d.message)).collect::<Vec<_>>().join("\n"));
    };
    let mut out = String::new();
    let listings = [
        ("Linear A", &stages.primal),
        ("forward", &stages.jvp),
        ("unzipped: primal", &stages.unzipped),
        ("unzipped: linear", &stages.linear),
        ("transposed", &stages.transposed),
    ];
    let scheduled = stages.vjp.as_ref().map(|vjp| ("scheduled", vjp));
    for (title, function) in listings.into_iter().chain(scheduled) {
        out += &format!("// ---------- {title}\n{function}\n");
    }
    let tokens = autodiff_compiler::differentiate(Default::default(), quote::quote!(#item));
    let rust = syn::parse2(tokens).map(|file| prettyplease::unparse(&file)).map_err(|e| format!("emitted code does not parse: {e}"))?;
    Ok(out + "// ---------- Rust\n" + &rust)
}
