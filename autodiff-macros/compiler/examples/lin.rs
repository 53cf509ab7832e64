use std::process::ExitCode;
fn main() -> ExitCode {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let file = syn::parse_file(&text).unwrap();
    for item in file.items {
        let syn::Item::Fn(mut f) = item else { continue };
        let Some(k) = f.attrs.iter().position(|a| a.path().is_ident("linear") || a.path().is_ident("differentiate")) else { continue };
        let a = f.attrs.remove(k);
        let linear = a.path().is_ident("linear");
        let params = match a.meta { syn::Meta::List(l) => l.tokens, _ => Default::default() };
        let tokens = if linear { autodiff_compiler::linear(params, quote::quote!(#f)) } else { autodiff_compiler::differentiate(params, quote::quote!(#f)) };
        println!("{}", syn::parse2(tokens.clone()).map(|file| prettyplease::unparse(&file)).unwrap_or(tokens.to_string()));
    }
    ExitCode::SUCCESS
}
