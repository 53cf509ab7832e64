//! Programs from source text: functions, constants, structs, enums, methods in `impl` blocks; or
//! all of these in one module.

use super::opaque::{self, last};
use autodiff_compiler::diagnostics::Diagnostics;
use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{self, Evaluation, Interpreter, Value};
use autodiff_compiler::ir::*;
use autodiff_compiler::item::{self, AttributeArgs};
use autodiff_compiler::lower::{Lowered, LoweringEnv};
use autodiff_compiler::passes::transpose::transpose;
use autodiff_compiler::primitives::{Output, row};
use autodiff_compiler::world::{GroupItems, World};
use autodiff_compiler::{compile, fence, lower};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::{GenericArgument, PathArguments, Type};

/// The functions of a source text, with all their stages; methods by `Type::name`.
#[derive(Default)]
pub struct Program {
    pub source: String,
    /// What the items of the program know of each other, and of no other program.
    world: World,
    functions: HashMap<String, Stages>,
    /// The same with the forms of a pullback for each sub-expression.
    pullbacks: HashMap<String, Stages>,
    /// The same with every non-linear primitive evaluated twice: what that adds to the work is the
    /// non-linear work.
    doubled: HashMap<String, Stages>,
    constants: HashMap<String, Value>,
    /// The types of fields, by `Type.field`, of a variant's by `Type.Variant.field`.
    fields: HashMap<String, Type>,
    outputs: HashMap<String, Type>,
}

impl Program {
    /// Takes every function of the text through all stages; `Err` has the messages.
    pub fn new(source: &str) -> Result<Program, String> {
        Program::with_others(source, "")
    }

    /// The same, in a file that has other items as well.
    pub fn with_others(source: &str, others: &str) -> Result<Program, String> {
        let file = syn::parse_file(source).map_err(|e| format!("{e}\n{source}"))?;
        let world = World::of_source(&format!("{}{others}", derived(&file)));
        let mut program = Program { source: source.into(), world, ..Program::default() };
        program.operators()?;
        for item in &file.items {
            program.item(item)?;
        }
        Ok(program)
    }

    /// The operators of reals, which the runtime has for what is not seen to be a real.
    fn operators(&mut self) -> Result<(), String> {
        let mut sources = vec!["fn neg(x: &f64) -> f64 { -*x }".to_string()];
        for (name, symbol) in [("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/")] {
            sources.push(format!("fn {name}(x: &f64, y: &f64) -> f64 {{ *x {symbol} *y }}"));
            sources.push(format!("fn {name}_assign(x: &mut f64, y: &f64) {{ *x {symbol}= *y; }}"));
        }
        for source in sources {
            let item: syn::ItemFn = syn::parse_str(&source).map_err(|e| e.to_string())?;
            let mut diagnostics = Diagnostics::new();
            let lowered = lower::lower(&item, &mut diagnostics);
            let key = format!("f64::{}", item.sig.ident);
            self.signature(&item.sig, &key);
            self.add(key, lowered, diagnostics)?;
        }
        Ok(())
    }

    fn item(&mut self, item: &syn::Item) -> Result<(), String> {
        match item {
            syn::Item::Fn(item) => {
                self.signature(&item.sig, &item.sig.ident.to_string());
                let mut item = item.clone();
                item.attrs.clear();
                let mut diagnostics = Diagnostics::new();
                fence::fence(&item, &mut diagnostics);
                let around = LoweringEnv { world: self.world.clone(), ..LoweringEnv::default() };
                let lowered = lower::lower_in(&item, &around, &mut diagnostics);
                self.add(item.sig.ident.to_string(), lowered, diagnostics)
            }
            syn::Item::Impl(block) => {
                let mut block = block.clone();
                block.attrs.clear();
                self.group(&syn::Item::Impl(block))
            }
            syn::Item::Mod(module) => {
                // the definitions first, because the functions need them
                for item in module.content.iter().flat_map(|(_, items)| items) {
                    match item {
                        syn::Item::Fn(item) => {
                            self.signature(&item.sig, &item.sig.ident.to_string())
                        }
                        syn::Item::Impl(_) => {}
                        other => self.item(other)?,
                    }
                }
                self.group(item)
            }
            syn::Item::Const(item) => {
                let text = item.expr.to_token_stream().to_string();
                let value = text
                    .parse()
                    .map(Value::Int)
                    .or_else(|_| text.parse().map(Value::Real))
                    .map_err(|_| format!("the constant {text}"))?;
                self.constants.insert(item.ident.to_string(), value);
                Ok(())
            }
            syn::Item::Struct(item) => {
                self.fields_of(&item.ident.to_string(), &item.fields);
                Ok(())
            }
            syn::Item::Enum(item) => {
                for variant in &item.variants {
                    self.fields_of(&format!("{}.{}", item.ident, variant.ident), &variant.fields);
                }
                Ok(())
            }
            syn::Item::Use(_) => Ok(()),
            _ => Err("items of other kinds".into()),
        }
    }

    fn signature(&mut self, sig: &syn::Signature, name: &str) {
        if let syn::ReturnType::Type(_, ty) = &sig.output {
            self.outputs.insert(name.to_string(), (**ty).clone());
        }
    }

    fn fields_of(&mut self, owner: &str, fields: &syn::Fields) {
        for (k, field) in fields.iter().enumerate() {
            let name = field.ident.as_ref().map_or(k.to_string(), |i| i.to_string());
            self.fields.insert(format!("{owner}.{name}"), field.ty.clone());
        }
    }

    /// An `impl` block or a module, as the attribute on it takes it apart. Functions without an
    /// attribute of their own stay plain.
    fn group(&mut self, item: &syn::Item) -> Result<(), String> {
        let mut diagnostics = Diagnostics::new();
        let bare = AttributeArgs::Differentiate(TokenStream::new());
        let parsed = item::parse(bare, item.to_token_stream(), &self.world, &mut diagnostics);
        let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
        let Ok(group) = parsed else { return Err(messages.join("; ")) };
        if !messages.is_empty() {
            return Err(messages.join("; "));
        }
        let items = Rc::new(GroupItems::new(&group.items));
        for member in group.members.iter().filter(|member| member.has_attribute()) {
            let mut diagnostics = Diagnostics::new();
            let function = &member.user.function;
            fence::fence(function, &mut diagnostics);
            let around = LoweringEnv {
                world: member.user.world.in_group(items.from(&member.scope)),
                owner: member.user.method.as_ref().map(|m| &m.owner),
                operand: None,
                qualified: &[],
                linear: false,
                is_helper: false,
                despite_errors: false,
            };
            let lowered = lower::lower_in(function, &around, &mut diagnostics);
            let name = match &member.user.method {
                None => function.sig.ident.to_string(),
                Some(method) => {
                    let owner: Type = syn::parse2(method.registration.owner.clone())
                        .map_err(|e| e.to_string())?;
                    let name = method_key(&owner, method.registration.name.trim_matches('&'));
                    self.signature(&function.sig, &name);
                    name
                }
            };
            self.add(name, lowered, diagnostics)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        name: String,
        lowered: Option<Lowered>,
        mut diagnostics: Diagnostics,
    ) -> Result<(), String> {
        let stages = lowered
            .ok_or_else(|| {
                diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")
            })
            .and_then(|lowered| checked(lowered, &mut diagnostics))
            .map_err(|e| format!("{name}: {e}\n{}", self.source))?;
        self.doubled.insert(name.clone(), doubled(&stages));
        let mut of_pullbacks = stages.clone();
        compile::stages::with_pullbacks(&mut of_pullbacks, &mut diagnostics);
        let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
        if !messages.is_empty() {
            return Err(format!("C8, {name}: {}\n{}", messages.join("; "), self.source));
        }
        self.pullbacks.insert(name.clone(), of_pullbacks);
        self.functions.insert(name, stages);
        Ok(())
    }

    /// A function that is called as a linear one.
    pub fn put(&mut self, sig: &syn::Signature, map: LinearMap) {
        let mut callee = Callee::new(sig.ident.to_token_stream(), false);
        callee.linear = Some(AsLinear { arguments: map.mask(), values: true });
        self.signature(sig, &sig.ident.to_string());
        self.functions.insert(callee.key(), map.stages);
    }

    /// The stages of a function.
    #[track_caller]
    pub fn of(&self, name: &str) -> &Stages {
        &self.functions[name]
    }

    /// A function with a pullback for each sub-expression, and the same without the pullbacks as
    /// values.
    #[track_caller]
    pub fn pullbacks_of(&self, name: &str) -> (&Function, &Function) {
        let stages = &self.pullbacks[name];
        (stages.pullbacks.as_ref().expect("there are"), stages.vjp.as_ref().expect("there are"))
    }

    /// The stages of all functions.
    pub fn all(&self) -> impl Iterator<Item = &Stages> {
        self.functions.values()
    }

    pub fn run(
        &self,
        function: &Function,
        args: &[Value],
        drops: Drops,
    ) -> Result<Evaluation, String> {
        let mut interpreter = Interpreter::new(self);
        interpreter.drops = drops;
        interpreter.run(function, args)
    }

    /// The work of the non-linear operations of a run.
    pub fn non_linear_work(&self, function: &Function, args: &[Value]) -> Result<u64, String> {
        let twice = Doubled(self);
        let once = self.run(function, args, Drops::Free)?.work;
        Ok(Interpreter::new(&twice).run(&double(function), args)?.work - once)
    }

    /// The name of a function that is called, as it is known here.
    fn key(&self, callee: &Callee) -> Option<String> {
        match &callee.method {
            None => Some(callee.key().rsplit("::").next()?.to_string()),
            Some(method) => {
                let owner = match &method.owner {
                    Ty::Projected(projection) => self.projection(projection)?,
                    Ty::Real(Real::F64) => syn::parse_quote!(f64),
                    _ => return None,
                };
                Some(method_key(
                    &owner,
                    method.name.trim_matches('&').rsplit("::").next().unwrap_or_default(),
                ))
            }
        }
    }

    /// The Rust type that a projection names, as rustc would find it.
    fn projection(&self, projection: &Projection) -> Option<Type> {
        match projection {
            Projection::Named(path) => syn::parse2(path.clone()).ok(),
            Projection::Output(callee) => self.outputs.get(&self.key(callee)?).cloned(),
            Projection::Leaf(of, k) => match bare(&self.projection(of)?) {
                Type::Tuple(t) => t.elems.iter().nth(*k).cloned(),
                _ => None,
            },
            Projection::View(of) => self.projection(of),
            Projection::Item(of) => match bare(&self.projection(of)?) {
                Type::Array(a) => Some(*a.elem),
                Type::Slice(s) => Some(*s.elem),
                other => argument(&other),
            },
            Projection::Member(of, name) => {
                let of = bare(&self.projection(of)?);
                match name.as_str() {
                    "Some.0" | "Ok.0" | "Content.0" => argument(&of),
                    name => self.fields.get(&format!("{}.{name}", type_name(&of))).cloned(),
                }
            }
        }
    }
}

fn method_key(owner: &Type, name: &str) -> String {
    format!("{}::{name}", type_name(owner))
}

/// A type without references.
fn bare(ty: &Type) -> Type {
    match ty {
        Type::Reference(r) => bare(&r.elem),
        Type::Paren(p) => bare(&p.elem),
        other => other.clone(),
    }
}

/// The last name of a type's path.
fn type_name(ty: &Type) -> String {
    match bare(ty) {
        Type::Path(p) => last(&p.path),
        other => other.to_token_stream().to_string(),
    }
}

/// `T` of `Vec<T>`.
fn argument(ty: &Type) -> Option<Type> {
    let Type::Path(p) = ty else { return None };
    let PathArguments::AngleBracketed(arguments) = &p.path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

impl interpret::Program for Program {
    fn stages(&self, callee: &Callee) -> Option<&Stages> {
        self.functions.get(&self.key(callee)?)
    }
    fn constant(&self, code: &str) -> Option<Value> {
        self.constants.get(code).cloned()
    }
    fn opaque(
        &self,
        code: &TokenStream,
        variables: &[(&str, Value)],
        changed: &mut [(&str, Value)],
    ) -> Option<Result<Value, String>> {
        match opaque::evaluate(code, variables, changed, &|name| self.constants.get(name).cloned())
        {
            Ok(value) => Some(Ok(value)),
            Err(opaque::Failure::Panic(why)) => Some(Err(why)),
            Err(opaque::Failure::Unknown) => None,
        }
    }
}

struct Doubled<'a>(&'a Program);

impl interpret::Program for Doubled<'_> {
    fn stages(&self, callee: &Callee) -> Option<&Stages> {
        self.0.doubled.get(&self.0.key(callee)?)
    }
    fn constant(&self, code: &str) -> Option<Value> {
        self.0.constant(code)
    }
    fn opaque(
        &self,
        code: &TokenStream,
        variables: &[(&str, Value)],
        changed: &mut [(&str, Value)],
    ) -> Option<Result<Value, String>> {
        self.0.opaque(code, variables, changed)
    }
}

/// All stages of one function, each checked (C8).
fn checked(lowered: Lowered, diagnostics: &mut Diagnostics) -> Result<Stages, String> {
    let stages = compile::stages::stages(lowered, diagnostics);
    let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
    let stages = stages.filter(|_| messages.is_empty()).ok_or_else(|| messages.join("; "))?;
    let twice = transpose(&stages.transposed);
    let scheduled = stages.vjp.iter().map(|vjp| ("scheduled", vjp, Stage::LinearA));
    for (name, function, stage) in scheduled.chain([
        ("primal", &stages.primal, Stage::LinearA),
        ("jvp", &stages.jvp, Stage::LinearA),
        ("unzipped", &stages.unzipped, Stage::LinearA),
        ("linear", &stages.linear, Stage::LinearB),
        ("transposed", &stages.transposed, Stage::LinearB),
        ("transposed twice", &twice, Stage::LinearB),
    ]) {
        check(function, stage)
            .map_err(|errors| format!("C8, {name}: {}\n{function}", errors.join("\n")))?;
    }
    Ok(stages)
}

fn doubled(stages: &Stages) -> Stages {
    Stages {
        primal: double(&stages.primal),
        jvp: double(&stages.jvp),
        unzipped: double(&stages.unzipped),
        linear: double(&stages.linear),
        transposed: double(&stages.transposed),
        vjp: stages.vjp.as_ref().map(double),
        ..stages.clone()
    }
}

/// A function that evaluates every non-linear primitive twice.
fn double(function: &Function) -> Function {
    let mut out = function.clone();
    let mut body = std::mem::take(&mut out.body);
    double_block(&mut body, &mut out);
    out.body = body;
    out
}

fn double_block(block: &mut Block, function: &mut Function) {
    for mut l in std::mem::take(&mut block.lets) {
        match &mut l.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| double_block(arm, function)),
            Op::Loop(lp) => double_block(&mut lp.body, function),
            Op::Prim(prim, _) if row(*prim).output == Output::First => {
                let info = function.info(l.vars[0]).clone();
                let var = function.fresh_primal(info.name, info.ty, info.span);
                block.push(vec![var], l.op.clone(), l.span);
            }
            _ => {}
        }
        block.lets.push(l);
    }
}

/// The text of a file whose types have the derive.
fn derived(file: &syn::File) -> String {
    let mut file = file.clone();
    for item in &mut file.items {
        if let syn::Item::Struct(syn::ItemStruct { attrs, .. })
        | syn::Item::Enum(syn::ItemEnum { attrs, .. }) = item
        {
            attrs.push(syn::parse_quote!(#[derive(Differentiable)]));
        }
    }
    quote::quote!(#file).to_string()
}
