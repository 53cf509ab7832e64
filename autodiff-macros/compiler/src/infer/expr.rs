//! Expressions, blocks and statements, in evaluation order.

use super::ty::{Kind, Ty};
use super::{Infer, own_place, place, place_of_index};
use crate::std_declarations::ARRAY;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, ExprPath, Lit, Member, Pat, Stmt, Token, UnOp};

impl Infer<'_> {
    pub fn block(&mut self, block: &Block, expected: Option<&Ty>) -> Ty {
        let locals = self.locals.len();
        let mut last = Ty::unit();
        for (k, statement) in block.stmts.iter().enumerate() {
            let is_last = k + 1 == block.stmts.len();
            match statement {
                Stmt::Local(local) => {
                    self.local(local);
                    last = Ty::unit();
                }
                Stmt::Expr(e, semi) => {
                    let is_value = is_last && semi.is_none();
                    let ty = self.expr(e, if is_value { expected } else { None });
                    last = if is_value || ty == Ty::Never { ty } else { Ty::unit() };
                }
                Stmt::Macro(of) => {
                    let ty = self.macro_call(&of.mac, expected);
                    last = if is_last && of.semi_token.is_none() || ty == Ty::Never {
                        ty
                    } else {
                        Ty::unit()
                    };
                }
                Stmt::Item(_) => {}
            }
            self.solve();
        }
        self.locals.truncate(locals);
        last
    }

    fn local(&mut self, local: &syn::Local) {
        let (pattern, written) = match &local.pat {
            Pat::Type(of) => (&*of.pat, Some(self.ty_of_syntax(&of.ty))),
            pattern => (pattern, None),
        };
        let ty = match &local.init {
            Some(init) => {
                let found = self.expr(&init.expr, written.as_ref());
                if let Some((_, otherwise)) = &init.diverge {
                    self.expr(otherwise, None);
                }
                match written {
                    Some(written) => {
                        self.table.coerce(&found, &written);
                        written
                    }
                    None => found,
                }
            }
            None => written.unwrap_or_else(|| self.table.fresh(Kind::Any)),
        };
        self.solve();
        self.pattern(pattern, &ty, None);
    }

    /// The type of an expression. `expected` may determine parts of it.
    pub fn expr(&mut self, e: &Expr, expected: Option<&Ty>) -> Ty {
        let ty = self.expr_of(e, expected);
        if !matches!(e, Expr::Paren(_) | Expr::Group(_)) {
            self.note_type(own_place(e), &ty);
        }
        ty
    }

    /// Records the type of a path that is called.
    pub fn note_path(&mut self, path: &ExprPath, ty: &Ty) {
        if let Some(last) = path.path.segments.last() {
            self.note_type_of_name(&last.ident, ty);
        }
    }

    fn expr_of(&mut self, e: &Expr, expected: Option<&Ty>) -> Ty {
        match e {
            Expr::Paren(of) => self.expr(&of.expr, expected),
            Expr::Group(of) => self.expr(&of.expr, expected),
            Expr::Lit(of) => self.literal(&of.lit),
            Expr::Path(of) => self.path_value(of),
            Expr::Call(of) => self.path_call(of, expected),
            Expr::MethodCall(of) => self.method_call(of, expected),
            Expr::Field(of) => self.field_value(of),
            Expr::Index(of) => self.index(of),
            Expr::Unary(of) => self.unary(of, expected),
            Expr::Binary(of) => self.binary(of),
            Expr::Assign(of) => self.assignment(of),
            Expr::Reference(of) => self.reference(of, expected),
            Expr::Cast(of) => {
                self.expr(&of.expr, None);
                self.ty_of_syntax(&of.ty)
            }
            Expr::Tuple(of) => self.tuple(of, expected),
            Expr::Array(of) => self.array(of, expected),
            Expr::Repeat(of) => self.repeated_array(of, expected),
            Expr::Struct(of) => self.structure(of, expected),
            Expr::Range(of) => self.range(of),
            Expr::If(of) => self.infer_if(of, expected),
            Expr::Match(of) => self.match_arms(of, expected),
            Expr::Let(of) => {
                let ty = self.expr(&of.expr, None);
                self.solve();
                self.pattern(&of.pat, &ty, None);
                Ty::std("bool")
            }
            Expr::Block(of) => match &of.label {
                Some(label) => {
                    self.infer_labelled_block(label.name.ident.to_string(), &of.block, expected)
                }
                None => self.block(&of.block, expected),
            },
            Expr::Unsafe(of) => self.block(&of.block, expected),
            Expr::Const(of) => self.block(&of.block, expected),
            Expr::ForLoop(of) => self.for_loop(of),
            Expr::While(of) => self.while_loop(of),
            Expr::Loop(of) => self.endless_loop(of),
            Expr::Break(of) => self.break_with(of),
            Expr::Continue(_) => Ty::Never,
            Expr::Return(of) => self.return_with(of),
            Expr::Try(of) => self.question_mark(of),
            Expr::Closure(of) => self.closure(of, expected),
            Expr::Macro(of) => self.macro_call(&of.mac, expected),
            _ => Ty::Unknown,
        }
    }

    fn field_value(&mut self, of: &syn::ExprField) -> Ty {
        let base = self.expr(&of.base, None);
        self.solve();
        let name = match &of.member {
            Member::Named(name) => name.to_string().trim_start_matches("r#").to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let Some((ty, owner)) = self.field(&base, &name) else { return Ty::Unknown };
        let at = place(of.member.span(), of.member.to_token_stream().to_string());
        self.note_dereferences(at, &base, &owner);
        ty
    }

    fn assignment(&mut self, of: &syn::ExprAssign) -> Ty {
        let place = self.expr(&of.left, None);
        let value = self.expr(&of.right, Some(&place));
        self.table.coerce(&value, &place);
        Ty::unit()
    }

    fn reference(&mut self, of: &syn::ExprReference, expected: Option<&Ty>) -> Ty {
        let inner = match expected.map(|expected| self.table.shallow_resolve(expected)) {
            Some(Ty::Reference(_, inner))
                if !matches!(self.table.shallow_resolve(&inner), Ty::Slice(_) | Ty::Object(_)) =>
            {
                Some(*inner)
            }
            _ => None,
        };
        let of_inner = self.expr(&of.expr, inner.as_ref());
        Ty::Reference(of.mutability.is_some(), Box::new(of_inner))
    }

    /// A tuple. Each component is inferred with its expected type, if known, and coerces to it.
    fn tuple(&mut self, of: &syn::ExprTuple, expected: Option<&Ty>) -> Ty {
        let parts = match expected.map(|expected| self.table.shallow_resolve(expected)) {
            Some(Ty::Tuple(parts)) if parts.len() == of.elems.len() => parts,
            _ => Vec::new(),
        };
        let parts = of.elems.iter().enumerate().map(|(k, part)| {
            let ty = self.expr(part, parts.get(k));
            match parts.get(k) {
                Some(expected) if !matches!(self.table.shallow_resolve(expected), Ty::Infer(_)) => {
                    self.table.coerce(&ty, expected);
                    expected.clone()
                }
                _ => ty,
            }
        });
        Ty::Tuple(parts.collect())
    }

    fn array(&mut self, of: &syn::ExprArray, expected: Option<&Ty>) -> Ty {
        let element = self.element_expected(expected);
        for part in &of.elems {
            let ty = self.expr(part, Some(&element));
            self.table.coerce(&ty, &element);
        }
        Ty::Array(
            Box::new(element),
            Box::new(Ty::Constant(of.elems.len().to_string().as_str().into())),
        )
    }

    /// `[value; length]`.
    fn repeated_array(&mut self, of: &syn::ExprRepeat, expected: Option<&Ty>) -> Ty {
        let element = self.element_expected(expected);
        let ty = self.expr(&of.expr, Some(&element));
        self.table.coerce(&ty, &element);
        self.expr(&of.len, None);
        let length: syn::Type = syn::parse_quote!([(); 0]);
        let syn::Type::Array(mut array) = length else { return Ty::Unknown };
        array.len = (*of.len).clone();
        match self.ty_of_syntax(&syn::Type::Array(array)) {
            Ty::Array(_, length) => Ty::Array(Box::new(element), length),
            _ => Ty::Unknown,
        }
    }

    fn range(&mut self, of: &syn::ExprRange) -> Ty {
        let ty = self.table.fresh(Kind::Any);
        for end in of.start.iter().chain(&of.end) {
            let of_end = self.expr(end, None);
            self.table.unify(&of_end, &ty);
        }
        Ty::of("Range", ty)
    }

    /// A `match`: the joined type of its arms.
    fn match_arms(&mut self, of: &syn::ExprMatch, expected: Option<&Ty>) -> Ty {
        let scrutinee = self.expr(&of.expr, None);
        self.solve();
        let result = self.table.fresh(Kind::Any);
        for arm in &of.arms {
            let locals = self.locals.len();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(with) => (&*with.pat, Some(&with.guard)),
                pattern => (pattern, None),
            };
            self.pattern(pattern, &scrutinee, None);
            if let Some(guard) = guard {
                self.expr(guard, None);
            }
            let ty = self.expr(&arm.body, expected);
            self.join_arm(&result, &ty, expected);
            self.locals.truncate(locals);
        }
        result
    }

    fn for_loop(&mut self, of: &syn::ExprForLoop) -> Ty {
        let iterated = self.expr(&of.expr, None);
        self.iterables.extend(own_place(&of.expr));
        self.solve();
        let item = match self.item_of(&iterated) {
            Some(item) => item,
            None => Ty::Unknown,
        };
        let locals = self.locals.len();
        self.pattern(&of.pat, &item, None);
        self.breaks.push((of.label.as_ref().map(|label| label.name.ident.to_string()), Ty::unit()));
        self.block(&of.body, None);
        self.breaks.pop();
        self.locals.truncate(locals);
        Ty::unit()
    }

    fn while_loop(&mut self, of: &syn::ExprWhile) -> Ty {
        let locals = self.locals.len();
        self.expr(&of.cond, None);
        self.breaks.push((of.label.as_ref().map(|label| label.name.ident.to_string()), Ty::unit()));
        self.block(&of.body, None);
        self.breaks.pop();
        self.locals.truncate(locals);
        Ty::unit()
    }

    /// A `loop`: the type of its `break` values.
    fn endless_loop(&mut self, of: &syn::ExprLoop) -> Ty {
        let result = self.table.fresh(Kind::Any);
        self.breaks
            .push((of.label.as_ref().map(|label| label.name.ident.to_string()), result.clone()));
        self.block(&of.body, None);
        self.breaks.pop();
        // a loop without `break` never ends
        result
    }

    fn break_with(&mut self, of: &syn::ExprBreak) -> Ty {
        let label = of.label.as_ref().map(|label| label.ident.to_string());
        let target = self
            .breaks
            .iter()
            .rev()
            .find(|(name, _)| label.is_none() || *name == label)
            .map(|(_, ty)| ty.clone());
        self.exit_with(of.expr.as_deref(), target)
    }

    /// An exit whose value is that of another expression, of a type that may be unknown.
    fn exit_with(&mut self, value: Option<&Expr>, target: Option<Ty>) -> Ty {
        if let Some(value) = value {
            let ty = self.expr(value, target.as_ref());
            if let Some(target) = target {
                self.table.coerce(&ty, &target);
            }
        }
        Ty::Never
    }

    fn return_with(&mut self, of: &syn::ExprReturn) -> Ty {
        let target = self.returns.last().cloned();
        self.exit_with(of.expr.as_deref(), target)
    }

    fn question_mark(&mut self, of: &syn::ExprTry) -> Ty {
        let ty = self.expr(&of.expr, None);
        self.solve();
        match self.table.shallow_resolve(&ty) {
            Ty::Std(name, arguments) if matches!(&*name, "Option" | "Result") => {
                arguments[0].clone()
            }
            _ => Ty::Unknown,
        }
    }

    fn element_expected(&mut self, expected: Option<&Ty>) -> Ty {
        let known = match expected.map(|expected| self.table.shallow_resolve(expected)) {
            Some(Ty::Array(element, _) | Ty::Slice(element)) => Some(*element),
            _ => None,
        };
        known.unwrap_or_else(|| self.table.fresh(Kind::Any))
    }

    fn literal(&mut self, lit: &Lit) -> Ty {
        match lit {
            Lit::Int(of) if of.suffix().is_empty() => self.table.fresh(Kind::Int),
            Lit::Float(of) if of.suffix().is_empty() => self.table.fresh(Kind::Float),
            Lit::Int(of) => Ty::std(of.suffix()),
            Lit::Float(of) => Ty::std(of.suffix()),
            Lit::Bool(_) => Ty::std("bool"),
            Lit::Char(_) => Ty::std("char"),
            Lit::Byte(_) => Ty::std("u8"),
            Lit::Str(_) => Ty::shared_reference(Ty::std("str")),
            _ => Ty::Unknown,
        }
    }

    fn index(&mut self, of: &syn::ExprIndex) -> Ty {
        let base = self.expr(&of.expr, None);
        self.solve();
        let index = self.expr(&of.index, None);
        let is_range =
            matches!(self.table.shallow_resolve(&index), Ty::Std(name, _) if &*name == "Range");
        let mut ty = self.table.shallow_resolve(&base);
        for _ in 0..8 {
            if !matches!(ty, Ty::Crate(..) | Ty::Reference(..)) {
                self.note_dereferences(place_of_index(of), &base, &ty);
            }
            match &ty {
                Ty::Slice(element) => {
                    let end = if is_range {
                        self.table.shallow_resolve(&index).argument("Range").cloned()
                    } else {
                        Some(index.clone())
                    };
                    if let Some(end) = end {
                        self.table.unify(&end, &Ty::std("usize"));
                    }
                    return if is_range { ty } else { (**element).clone() };
                }
                Ty::Std(name, arguments) => match (&**name, &arguments[..]) {
                    ("HashMap" | "BTreeMap", [_, value]) => return value.clone(),
                    (ARRAY, [element, _]) => {
                        self.index_of_array(&index);
                        return element.clone();
                    }
                    ("VecDeque", [element]) => {
                        self.table.unify(&index, &Ty::std("usize"));
                        return element.clone();
                    }
                    ("str", _) => return Ty::std("str"),
                    _ => {}
                },
                Ty::Crate(..) => {
                    let found = self.infer_operator(("Index", "index"), &ty, &index);
                    let found = self.table.shallow_resolve(&found);
                    if found != Ty::Unknown {
                        return found;
                    }
                }
                _ => {}
            }
            match self.deref_target(&ty) {
                Some(target) => ty = target,
                None => return Ty::Unknown,
            }
        }
        Ty::Unknown
    }

    /// An index of an array of `ndarray` consists of numbers of type `usize`.
    fn index_of_array(&mut self, index: &Ty) {
        match self.table.shallow_resolve(index) {
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.index_of_array(part)),
            Ty::Array(part, _) => self.index_of_array(&part),
            part if self.table.kind(&part) == Some(Kind::Int) => {
                self.table.unify(&part, &Ty::std("usize"));
            }
            _ => {}
        }
    }

    fn unary(&mut self, of: &syn::ExprUnary, expected: Option<&Ty>) -> Ty {
        match of.op {
            UnOp::Deref(_) => {
                let inner = self.expr(&of.expr, None);
                self.solve();
                match self.table.shallow_resolve(&inner) {
                    // a number behind a reference whose type is not known yet
                    Ty::Infer(_) => Ty::Unknown,
                    inner => {
                        let Some(target) = self.deref_target(&inner) else { return Ty::Unknown };
                        if matches!(inner, Ty::Crate(..)) {
                            let at = place(of.op.span(), "operator".into());
                            self.note_dereferences(at, &inner, &target);
                        }
                        target
                    }
                }
            }
            UnOp::Neg(_) => {
                let inner = self.expr(&of.expr, expected);
                let bare = self.table.strip_references(&inner);
                match &bare {
                    Ty::Infer(_) | Ty::Param(_) => bare,
                    ty if ty.is_float() || ty.is_int() => bare,
                    _ => {
                        let this = self.table.shallow_resolve(&inner);
                        self.associated_type(&this, "Output", Some("Neg")).unwrap_or(Ty::Unknown)
                    }
                }
            }
            UnOp::Not(_) => {
                let inner = self.expr(&of.expr, None);
                match self.table.strip_references(&inner) {
                    ty @ (Ty::Infer(_) | Ty::Std(..)) => ty,
                    _ => {
                        let this = self.table.shallow_resolve(&inner);
                        self.associated_type(&this, "Output", Some("Not")).unwrap_or(Ty::Unknown)
                    }
                }
            }
            _ => Ty::Unknown,
        }
    }

    fn binary(&mut self, of: &syn::ExprBinary) -> Ty {
        let left = self.expr(&of.left, None);
        let is_comparison = matches!(
            of.op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        let right = self.expr(&of.right, is_comparison.then_some(&left));
        self.solve();
        if is_comparison {
            self.table.coerce(&right, &left);
            return Ty::std("bool");
        }
        let of_trait = match of.op {
            BinOp::And(_) | BinOp::Or(_) => return Ty::std("bool"),
            BinOp::Add(_) => ("Add", "add"),
            BinOp::Sub(_) => ("Sub", "sub"),
            BinOp::Mul(_) => ("Mul", "mul"),
            BinOp::Div(_) => ("Div", "div"),
            BinOp::Rem(_) => ("Rem", "rem"),
            BinOp::BitAnd(_) => ("BitAnd", "bitand"),
            BinOp::BitOr(_) => ("BitOr", "bitor"),
            BinOp::BitXor(_) => ("BitXor", "bitxor"),
            BinOp::Shl(_) => ("Shl", "shl"),
            BinOp::Shr(_) => ("Shr", "shr"),
            BinOp::AddAssign(_) => ("AddAssign", ""),
            BinOp::SubAssign(_) => ("SubAssign", ""),
            BinOp::MulAssign(_) => ("MulAssign", ""),
            BinOp::DivAssign(_) => ("DivAssign", ""),
            BinOp::RemAssign(_) => ("RemAssign", ""),
            _ => return Ty::unit(),
        };
        let result = self.infer_operator(of_trait, &left, &right);
        if of_trait.1.is_empty() { Ty::unit() } else { result }
    }

    fn structure(&mut self, of: &syn::ExprStruct, expected: Option<&Ty>) -> Ty {
        let ty = self.table.fresh(Kind::Any);
        let fields = self.fields_of_pattern(&of.path, &ty);
        if let Some(expected) = expected
            && self.table.may_unify(&ty, expected)
        {
            self.table.unify(&ty, expected);
        }
        for field in &of.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string().trim_start_matches("r#").to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            let declared = fields.iter().find(|(own, _)| *own == name).map(|(_, ty)| ty.clone());
            let found = self.expr(&field.expr, declared.as_ref());
            if let Some(declared) = declared {
                self.table.coerce(&found, &declared);
            }
        }
        if let Some(rest) = &of.rest {
            let found = self.expr(rest, Some(&ty));
            self.table.unify(&found, &ty);
        }
        if fields.is_empty() && matches!(self.table.shallow_resolve(&ty), Ty::Infer(_)) {
            Ty::Unknown
        } else {
            ty
        }
    }

    fn infer_if(&mut self, of: &syn::ExprIf, expected: Option<&Ty>) -> Ty {
        let locals = self.locals.len();
        self.expr(&of.cond, None);
        let then = self.block(&of.then_branch, expected);
        self.locals.truncate(locals);
        let Some((_, otherwise)) = &of.else_branch else { return Ty::unit() };
        let result = self.table.fresh(Kind::Any);
        self.join_arm(&result, &then, expected);
        let otherwise = self.expr(otherwise, expected);
        self.join_arm(&result, &otherwise, expected);
        result
    }

    /// Joins the type of an arm to the result type of a branch.
    fn join_arm(&mut self, result: &Ty, arm: &Ty, expected: Option<&Ty>) {
        if self.table.shallow_resolve(arm) == Ty::Never {
            return;
        }
        match (self.table.shallow_resolve(result), expected) {
            // arms that coerce to the expected type need not have the same type
            (Ty::Infer(_), Some(expected))
                if matches!(self.table.shallow_resolve(expected), Ty::Reference(..)) =>
            {
                self.table.unify(result, expected);
                self.table.coerce(arm, expected);
            }
            (Ty::Infer(_), _) => drop(self.table.unify(result, arm)),
            _ => self.table.coerce(arm, result),
        }
    }

    fn infer_labelled_block(&mut self, label: String, block: &Block, expected: Option<&Ty>) -> Ty {
        let result = self.table.fresh(Kind::Any);
        self.breaks.push((Some(label), result.clone()));
        let ty = self.block(block, expected);
        self.breaks.pop();
        self.join_arm(&result, &ty, expected);
        result
    }

    fn closure(&mut self, of: &syn::ExprClosure, expected: Option<&Ty>) -> Ty {
        let known = match expected.map(|expected| self.table.strip_references(expected)) {
            Some(Ty::Std(name, inner)) if &*name == "Box" => {
                Some(self.table.shallow_resolve(&inner[0]))
            }
            known => known,
        };
        let (inputs, output) = match known {
            Some(Ty::Function(inputs, output)) if inputs.len() == of.inputs.len() => {
                (inputs, Some(*output))
            }
            _ => (of.inputs.iter().map(|_| self.table.fresh(Kind::Any)).collect(), None),
        };
        let written = match &of.output {
            syn::ReturnType::Type(_, ty) => Some(self.ty_of_syntax(ty)),
            syn::ReturnType::Default => None,
        };
        let output = written.or(output).unwrap_or_else(|| self.table.fresh(Kind::Any));
        let locals = self.locals.len();
        let breaks = std::mem::take(&mut self.breaks);
        for (pattern, input) in of.inputs.iter().zip(&inputs) {
            if let Pat::Type(typed) = pattern {
                let written = self.ty_of_syntax(&typed.ty);
                self.table.unify(&written, input);
            }
            self.pattern(pattern, input, None);
        }
        self.returns.push(output.clone());
        let ty = self.expr(&of.body, Some(&output));
        self.table.coerce(&ty, &output);
        self.returns.pop();
        self.breaks = breaks;
        self.locals.truncate(locals);
        self.solve();
        Ty::Function(inputs, Box::new(output))
    }

    fn macro_call(&mut self, mac: &syn::Macro, expected: Option<&Ty>) -> Ty {
        let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else {
            return Ty::Unknown;
        };
        match name.as_str() {
            "vec" => self.vec_macro(mac, expected),
            "array" if self.knows_arrays => self.array_macro(mac, expected),
            "format" => {
                self.macro_arguments(mac);
                Ty::std("String")
            }
            "matches" => Ty::std("bool"),
            "panic" | "unreachable" | "todo" | "unimplemented" => Ty::Never,
            "println" | "eprintln" | "print" | "eprint" | "assert" | "assert_eq" | "assert_ne"
            | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                self.macro_arguments(mac);
                Ty::unit()
            }
            _ => Ty::Unknown,
        }
    }

    /// The arguments of a macro call, as far as they parse as expressions.
    fn macro_arguments(&mut self, mac: &syn::Macro) {
        let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        for argument in parsed.into_iter().flatten() {
            if !matches!(argument, Expr::Assign(_)) {
                self.expr(&argument, None);
            }
        }
    }

    /// `array![…]` of `ndarray`, whose nested lists are further axes.
    fn array_macro(&mut self, mac: &syn::Macro, expected: Option<&Ty>) -> Ty {
        let name = mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let elements = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let Ok(elements) = elements else { return Ty::Unknown };
        if !self.world.is_of_crate(name, "ndarray") {
            return Ty::Unknown;
        }
        let (mut all, mut axes): (Vec<&Expr>, usize) = (elements.iter().collect(), 1);
        while let [Expr::Array(_), ..] = &all[..] {
            let rows = all.into_iter().filter_map(|row| match row {
                Expr::Array(of) => Some(&of.elems),
                _ => None,
            });
            (all, axes) = (rows.flatten().collect(), axes + 1);
        }
        let axes = Ty::Constant(axes.to_string().as_str().into());
        let element = self.table.fresh(Kind::Any);
        let array = Ty::Std(ARRAY.into(), vec![element.clone(), axes]);
        if let Some(expected) = expected
            && self.table.may_unify(&array, expected)
        {
            self.table.unify(&array, expected);
        }
        for of in all {
            let ty = self.expr(of, Some(&element));
            self.table.coerce(&ty, &element);
        }
        array
    }

    fn vec_macro(&mut self, mac: &syn::Macro, expected: Option<&Ty>) -> Ty {
        let element = match expected.map(|expected| self.table.shallow_resolve(expected)) {
            Some(Ty::Std(name, arguments)) if &*name == "Vec" => arguments[0].clone(),
            _ => self.table.fresh(Kind::Any),
        };
        let tokens = mac.tokens.clone();
        if let Ok(all) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone()) {
            for part in &all {
                let ty = self.expr(part, Some(&element));
                self.table.coerce(&ty, &element);
            }
        } else if let Ok((of, n)) = parse_repeat.parse2(tokens) {
            let ty = self.expr(&of, Some(&element));
            self.table.coerce(&ty, &element);
            let n = self.expr(&n, None);
            self.table.unify(&n, &Ty::std("usize"));
        }
        Ty::of("Vec", element)
    }
}

/// `value; n`.
fn parse_repeat(input: syn::parse::ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let of = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((of, input.parse()?))
}
