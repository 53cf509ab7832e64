//! `m[(i, j)]`, `v[i]` on a user-defined type: calls of the functions that implement `Index` and
//! `IndexMut`. On an array of `ndarray` whose elements are known to be reals, it is a place, with
//! the step `Step::Element`.
//!
//! A read yields the value that `index` returns, and a write goes through `index_mut`; both have
//! been rewritten as functions on values (`item/indexing.rs`). A user-defined type that is indexed
//! by a number may also be an alias of an array or a vector. It is treated as an alias unless it is
//! known to be a struct or an enum: by its block or its definition, or by a field, a literal, a
//! method or an operator that is used.

use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use quote::quote;
use syn::Expr;

/// A place that a user-defined function finds.
#[derive(Clone, Debug)]
pub struct UserPlace {
    base: Located,
    owner: Ty,
    index: Tree,
    right: Ty,
    /// The type of the value, if it is known.
    element: Option<Ty>,
}

impl Lowerer<'_> {
    /// The place of an index expression whose base is an array of `ndarray`, or of a user-defined
    /// type that implements `Index`.
    pub fn user_index(&mut self, base: &Located, of: &Expr, index: &Expr) -> Option<Located> {
        let owner = match base {
            Located::Spot(s) => s.ty.clone(),
            Located::Value(Value::Var(v, _)) => self.ty(*v),
            Located::Value(Value::Alias(a)) => a.ty.clone(),
            _ => return None,
        };
        self.types.open_projection(&owner)?;
        let index = &self.without_dimension(index);
        let by_struct = match unparen(index) {
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) => true,
            Expr::Path(p) => p.path.segments.len() > 1 && self.is_constructor(&p.path),
            Expr::Range(_)
            | Expr::Reference(_)
            | Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }) => return None,
            _ => false,
        };
        let has_operators =
            || self.names.operands.contains(&unparen(of).to_token_stream().to_string());
        let element = self.types.element_of_array(&owner);
        if !by_struct && element.is_none() && !self.is_known_struct(&owner) && !has_operators() {
            return None;
        }
        if self.types.is_of_operator(&owner) {
            self.types.note_struct(&owner);
        }
        let value = match self.operand(index) {
            Value::Var(v, false) if self.is_behind(v) && !self.shallow(v).is_copied() => {
                Value::Var(self.copy(v, index.span()), false)
            }
            value => value,
        };
        if let Some(element) = element
            && let Some(index) = self.index_of_element(&value)
        {
            let (root, path, _) = self.as_place(base.clone())?;
            let (root, path) = self.element_place(root, path, index);
            return Some(Located::Spot(Spot { root, path, ty: element, by: BorrowMode::Value }));
        }
        let tree = self.tree(value.clone(), index.span());
        let whole = self.integer_index_type(&owner);
        for v in tree.leaves() {
            let ty = self.shallow(v);
            let part = ty.element().unwrap_or(&ty);
            if self.types.kind(part) == Some(Kind::Int) {
                self.types.unify(part, &whole);
            }
        }
        let right = self.value_ty(&value);
        let base = base.clone();
        Some(Located::User(Box::new(UserPlace { base, owner, index: tree, right, element: None })))
    }

    /// The same for an index expression, with the type that is inferred for the element.
    pub fn user_element(&mut self, base: &Located, i: &syn::ExprIndex) -> Option<Located> {
        let located = self.user_index(base, &i.expr, &i.index)?;
        let Located::User(place) = located else { return Some(located) };
        let element = self.names.inferred.clone().index(i).map(|ty| self.types.annotation(ty));
        Some(Located::User(Box::new(UserPlace { element, ..*place })))
    }

    /// `y[i]` for `y.get_mut(i).unwrap()`, `y.last_mut().unwrap()` and its like, of an array.
    pub fn element_behind_option(&mut self, e: &Expr) -> Option<Expr> {
        let Expr::MethodCall(unwrapped) = unparen(e) else { return None };
        let Expr::MethodCall(m) = unparen(&unwrapped.receiver) else { return None };
        if !matches!(&*unwrapped.method.to_string(), "expect" | "unwrap")
            || opaque::has_changes(&m.receiver)
        {
            return None;
        }
        let (of, span) = (&m.receiver, m.method.span());
        let is_array = self.is_array_place(of) || self.is_changed_view(of);
        match (&*m.method.to_string(), m.args.first()) {
            ("get_mut", Some(index)) if is_array => {
                Some(syn::parse_quote_spanned!(span=> #of[#index]))
            }
            ("first_mut", None) if is_array && self.has_one_axis(of) => {
                Some(syn::parse_quote_spanned!(span=> #of[0]))
            }
            ("last_mut", None) if is_array && self.has_one_axis(of) => {
                Some(syn::parse_quote_spanned!(span=> #of[#of.len() - 1]))
            }
            _ => None,
        }
    }

    /// `y.get_mut(i)`, `y.first_mut()` or `y.last_mut()` of an array: whether there is such an
    /// element, and its place.
    pub fn element_to_change(&mut self, m: &syn::ExprMethodCall) -> Option<Value> {
        let (of, span) = (&m.receiver, m.method.span());
        let (is_some, place): (Expr, Expr) = match (&*m.method.to_string(), m.args.first()) {
            ("get_mut", Some(index)) if !opaque::has_changes(index) => (
                syn::parse_quote_spanned!(span=> #of.get(#index).is_some()),
                syn::parse_quote_spanned!(span=> #of[#index]),
            ),
            ("first_mut", None) if self.has_one_axis(of) => (
                syn::parse_quote_spanned!(span=> #of.len() > 0),
                syn::parse_quote_spanned!(span=> #of[0]),
            ),
            ("last_mut", None) if self.has_one_axis(of) => (
                syn::parse_quote_spanned!(span=> #of.len() > 0),
                syn::parse_quote_spanned!(span=> #of[#of.len().saturating_sub(1)]),
            ),
            _ => return None,
        };
        if opaque::has_changes(of) || !(self.is_array_place(of) || self.is_changed_view(of)) {
            return None;
        }
        let is_some = self.operand(&is_some);
        let some = self.scalar(is_some, span);
        let Located::Spot(element) = self.locate(&place) else { return None };
        let element = Located::Spot(Spot { by: BorrowMode::Unique, ..element });
        let payload = Payload::Value(self.value_of(element, span));
        Some(Value::Option(Box::new(OptionValue { some, payload })))
    }

    /// Whether an array, or a view where it is made, is known to have one axis.
    fn has_one_axis(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(m) => {
                matches!(&*m.method.to_string(), "row_mut" | "column_mut" | "diag_mut")
            }
            e => self.seen_type(e).and_then(|ty| self.types.axes(&ty)).flatten() == Some(1),
        }
    }

    /// The content of an index of `ndarray` with a type of its own: `[i, j]` for `Dim([i, j])` and
    /// `IxDyn(&[i, j])`, `(i, j)` for `Ix2(i, j)`.
    fn without_dimension(&self, index: &Expr) -> Expr {
        let content = || {
            let Expr::Call(call) = unparen(index) else { return None };
            let Expr::Path(of) = unparen(&call.func) else { return None };
            let names = crate::world::records::names_of(&of.path);
            let name = names.last()?.clone();
            if !self.world().is_of_crate(names, "ndarray") {
                return None;
            }
            let arguments = &call.args;
            match (name.as_str(), arguments.first()?) {
                ("IxDyn", Expr::Reference(of)) => Some((*of.expr).clone()),
                ("Dim" | "Ix1", one) => Some(one.clone()),
                (name, _) if name.starts_with("Ix") => Some(syn::parse_quote!((#arguments))),
                _ => None,
            }
        };
        content().unwrap_or_else(|| index.clone())
    }

    /// The numbers of an index, `i` or `[i, j]`; `None` if they are not known one by one.
    fn index_of_element(&mut self, value: &Value) -> Option<Vec<Var>> {
        let index = match value {
            Value::Var(v, false) => match self.elements_of_literal(*v) {
                Some(elements) => elements,
                None => vec![*v],
            },
            Value::Tuple(parts) => parts
                .iter()
                .map(|part| if let Value::Var(v, false) = part { Some(*v) } else { None })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        let is_number = |v: &Var| {
            let ty = self.shallow(*v);
            ty.is_int() || self.types.kind(&ty) == Some(Kind::Int)
        };
        if index.is_empty() || !index.iter().all(is_number) {
            return None;
        }
        index.iter().for_each(|v| self.unify_var(*v, &Ty::USIZE));
        Some(index)
    }

    /// The elements of an array that a literal made.
    fn elements_of_literal(&self, array: Var) -> Option<Vec<Var>> {
        if !matches!(self.shallow(array), Ty::Array(..)) {
            return None;
        }
        let mut lets = self.blocks.iter().rev().flat_map(|block| block.lets.iter().rev());
        match &lets.find(|made| made.vars == [array])?.op {
            Op::Array(elements) => Some(elements.clone()),
            _ => None,
        }
    }

    /// The integer type that indexes a type: the one for which the files have an `impl Index`.
    fn integer_index_type(&self, owner: &Ty) -> Ty {
        let Some(syn::Type::Path(of)) =
            self.types.open_projection(owner).and_then(|of| self.written_projection(&of))
        else {
            return Ty::USIZE;
        };
        let is_index = |int: &&'static str| {
            syn::parse_str(int)
                .is_ok_and(|right| self.world().operator_of(&of.path, "index", &right).is_some())
        };
        types::INTS.iter().copied().find(is_index).map_or(Ty::USIZE, Ty::Int)
    }

    /// Records the types that the function itself shows to be structs: the type of its block, and
    /// types with a literal or a pattern in its body.
    pub fn note_structs(&mut self, item: &syn::ItemFn) {
        let of_block = [self.around.owner, self.around.operand].into_iter().flatten();
        let mut found = Structs {
            names: of_block.map(ToString::to_string).collect(),
            fields: HashSet::default(),
            operands: HashSet::default(),
            bound: HashSet::default(),
        };
        found.visit_item_fn(item);
        // of two variables of one name, one may be an array and the other one its element
        found.operands.retain(|name| !found.bound.contains(&(name.clone(), true)));
        found.names.into_iter().for_each(|name| self.types.note_struct_name(name));
        self.names.operands = found.operands;
        self.types.note_struct_fields(found.fields);
    }

    /// Whether a type is known to be a struct or an enum of the crate, and no alias of a sequence.
    fn is_known_struct(&self, ty: &Ty) -> bool {
        self.types.is_struct(ty)
            || self.types.is_of_operator(ty)
            || self.is_type_of_other_crate(ty)
            || self.is_defined_type(ty)
    }

    /// Whether the files show that a type is a struct or an enum of the crate.
    pub fn is_defined_type(&self, ty: &Ty) -> bool {
        let written = self.types.open_projection(ty).and_then(|of| self.written_projection(&of));
        matches!(written, Some(syn::Type::Path(path)) if self.world()
            .names_struct_or_enum(&path.path))
    }

    /// The type of a projection as it is written: a named type, or the type of a field of one.
    fn written_projection(&self, of: &Projection) -> Option<syn::Type> {
        match of {
            Projection::Named(name) => syn::parse2(name.clone()).ok(),
            Projection::Member(owner, field) => {
                let Projection::Named(owner) = &**owner else { return None };
                let in_group =
                    self.group().and_then(|group| group.written_field(owner, field).cloned());
                in_group.or_else(|| {
                    self.world().field_type_in_scope(&syn::parse2(owner.clone()).ok()?, field)
                })
            }
            _ => None,
        }
    }

    /// The value at such a place.
    pub fn read_user_place(&mut self, place: &UserPlace, span: Span) -> Value {
        let first = match &place.base {
            Located::Spot(s) => self.borrow(&Spot { by: BorrowMode::Shared, ..s.clone() }, span),
            Located::Value(Value::Alias(a)) => self.borrow(
                &Spot {
                    root: Root::Slot(a.slot),
                    path: a.path.clone(),
                    ty: a.ty.clone(),
                    by: BorrowMode::Shared,
                },
                span,
            ),
            other => self.value_of(other.clone(), span),
        };
        let first = self.scalar(first, span);
        let (callee, known) = self.indexing_callee(place, "index", Form::Index, span);
        let spelling = Spelling { name: None, by_reference: true };
        let base = LoweredArg::new(Argument::Shared(first), None, place.owner.clone(), spelling);
        let path = callee.path.clone();
        let site = CallSite { name: "element", span, at: &path };
        self.finish_call(callee, vec![base, index_passed(place)], known, site)
    }

    /// Writes to such a place.
    pub fn write_user_place(&mut self, place: &UserPlace, value: Value, at: &Expr) {
        self.write_user_place_as(Form::IndexMut, place, value, at);
    }

    /// Writes to such a place a value that was computed from its old value.
    pub fn update_user_place(&mut self, place: &UserPlace, value: Value, at: &Expr) {
        self.write_user_place_as(Form::IndexUpdate, place, value, at);
    }

    fn write_user_place_as(&mut self, form: Form, place: &UserPlace, value: Value, at: &Expr) {
        let span = at.span();
        let spot = match &place.base {
            Located::Spot(s) => s.clone(),
            Located::Value(Value::Alias(a)) => Spot {
                root: Root::Slot(a.slot),
                path: a.path.clone(),
                ty: a.ty.clone(),
                by: BorrowMode::Unique,
            },
            _ => return self.error(at, places::place::reason_not_assignable(at)),
        };
        let Some(slot) = self.changeable_slot(&spot) else {
            return self.error(
                at,
                "this place is borrowed as shared or temporary, so it cannot be changed: make a \
                 copy with `let mut` first",
            );
        };
        let value = self.scalar(value, span);
        let value_ty = self.ty(value);
        let root = self.current_version(spot.root, span);
        let (callee, _) = self.indexing_callee(place, "index_mut", form, span);
        let spelling = || Spelling { name: None, by_reference: true };
        let argument = Argument::Unique(Place { root, path: spot.path });
        let base = LoweredArg::new(argument, Some(slot), place.owner.clone(), spelling());
        let new = LoweredArg::new(Argument::Value(Tree::Leaf(value)), None, value_ty, spelling());
        let path = callee.path.clone();
        let site = CallSite { name: "element", span, at: &path };
        self.finish_call(callee, vec![base, index_passed(place), new], Some(Ty::unit()), site);
    }

    fn indexing_callee(
        &mut self,
        place: &UserPlace,
        name: &str,
        spelling: Form,
        span: Span,
    ) -> (Callee, Option<Ty>) {
        let known = match (self.group(), self.types.name_of(&place.owner), index_type(&place.right))
        {
            (Some(known), Some(owner), Some(right)) => {
                let owner: TokenStream = owner.parse().unwrap_or_default();
                known.operator(&owner, "index", &right)
            }
            _ => None,
        };
        let known = known
            .and_then(|output| self.types.signature(&output))
            .or_else(|| self.types.scalar_of_array(&place.owner))
            .or_else(|| place.element.clone());
        let method = Method {
            owner: place.owner.clone(),
            name: name.into(),
            right: Some(place.right.clone()),
            spelling,
            marker: None,
        };
        let path = proc_macro2::Ident::new(name, span).to_token_stream();
        (Callee { method: Some(Box::new(method)), ..Callee::new(path, false) }, known)
    }

    /// The place as one with fields and elements: if a user-defined function finds it, the value
    /// that the function returns.
    pub fn resolved_place(&mut self, located: Located, span: Span) -> Located {
        match located {
            Located::User(place) => Located::Value(self.read_user_place(&place, span)),
            other => other,
        }
    }
}

/// The evidence in a function that types are structs.
struct Structs {
    /// The names of types that have fields.
    names: Vec<String>,
    /// The fields on which a method is called that no type of std has; other methods may be ones
    /// that reals have as well.
    fields: HashSet<String>,
    /// Variables and fields that are operands of operators, which arrays cannot be.
    operands: HashSet<String>,
    /// The variables that patterns bind, and whether it is a second one of that name.
    bound: HashSet<(String, bool)>,
}

impl Structs {
    fn operand(&mut self, e: &Expr) {
        if let e @ (Expr::Path(_) | Expr::Field(_)) = unparen(e) {
            self.operands.insert(e.to_token_stream().to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Structs {
    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        use syn::BinOp::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};
        if matches!(
            b.op,
            Add(_)
                | Sub(_)
                | Mul(_)
                | Div(_)
                | AddAssign(_)
                | SubAssign(_)
                | MulAssign(_)
                | DivAssign(_)
        ) {
            self.operand(&b.left);
            self.operand(&b.right);
        }
        syn::visit::visit_expr_binary(self, b);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        if let Expr::Field(syn::ExprField { member: syn::Member::Named(field), .. }) =
            unparen(&m.receiver)
            && calls::associated::is_of_user(&m.method.to_string(), m.args.len())
        {
            self.fields.insert(field.to_string());
        }
        syn::visit::visit_expr_method_call(self, m);
    }

    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        self.names.push(e.path.to_token_stream().to_string());
        syn::visit::visit_expr_struct(self, e);
    }

    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        if !self.bound.insert((p.ident.to_string(), false)) {
            self.bound.insert((p.ident.to_string(), true));
        }
        syn::visit::visit_pat_ident(self, p);
    }

    fn visit_pat_struct(&mut self, p: &'ast syn::PatStruct) {
        self.names.push(p.path.to_token_stream().to_string());
        syn::visit::visit_pat_struct(self, p);
    }
}

fn index_passed(place: &UserPlace) -> LoweredArg {
    let spelling = Spelling { name: None, by_reference: false };
    LoweredArg::new(Argument::Index(place.index.clone()), None, place.right.clone(), spelling)
}

/// The type of an index as it is written.
fn index_type(ty: &Ty) -> Option<TokenStream> {
    match ty {
        Ty::Int(name) => name.parse().ok(),
        Ty::Tuple(parts) => {
            let parts = parts.iter().map(index_type).collect::<Option<Vec<_>>>()?;
            Some(quote!((#(#parts),*)))
        }
        Ty::Infer(_) => Some(quote!(usize)),
        _ => None,
    }
}
