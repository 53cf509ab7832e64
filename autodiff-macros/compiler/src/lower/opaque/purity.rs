//! Whether code has effects, as far as its syntax shows.

use super::is_compound;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use syn::Expr;
use syn::visit::Visit;

/// Whether an expression contains something that opaque code must not: an exit, an assignment, a
/// unique borrow.
#[derive(Default)]
pub(super) struct Impure {
    pub(super) found: Option<&'static str>,
    /// The variables in scope that the code binds itself, if changes of these are no effects.
    own_variables: Option<Vec<String>>,
    loops: usize,
    closures: usize,
    /// Methods that change their receiver, with the name of the receiver's variable.
    pub(super) changes: Vec<(String, String)>,
    /// Other methods, with the name of the receiver's variable.
    pub(super) methods: Vec<(Ident, String)>,
    /// Variables that are arguments of calls.
    pub(super) argument_variables: Vec<String>,
}

/// Whether a method changes its receiver, by its name.
pub fn changes_receiver(m: &syn::ExprMethodCall) -> bool {
    std_declarations::changes_receiver(&m.method.to_string(), m.args.len())
}

/// The variable that a place is in.
fn root_of(e: &Expr) -> Option<String> {
    match unparen(e) {
        Expr::Path(p) => p.path.get_ident().map(|i| i.to_string()),
        Expr::Index(i) => root_of(&i.expr),
        Expr::Field(f) => root_of(&f.base),
        Expr::Unary(u) => root_of(&u.expr),
        Expr::Reference(r) => root_of(&r.expr),
        Expr::MethodCall(m) if changes_receiver(m) => root_of(&m.receiver),
        _ => None,
    }
}

impl Impure {
    /// Finds effects on what the code does not bind itself.
    pub(super) fn of_outer_effects() -> Impure {
        Impure { own_variables: Some(Vec::new()), ..Impure::default() }
    }

    /// Whether a place is in a variable that the code binds itself.
    fn is_own(&self, place: &Expr) -> bool {
        let own = self.own_variables.as_deref().unwrap_or_default();
        !own.is_empty() && root_of(place).is_some_and(|root| own.contains(&root))
    }

    /// Calls `visit` in a scope of its own.
    fn visit_in_scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let before = self.own_variables.as_ref().map(Vec::len);
        visit(self);
        if let (Some(own), Some(before)) = (&mut self.own_variables, before) {
            own.truncate(before);
        }
    }
}

impl<'ast> Visit<'ast> for Impure {
    fn visit_pat_ident(&mut self, of: &'ast syn::PatIdent) {
        if let Some(own) = &mut self.own_variables {
            own.push(of.ident.to_string());
        }
        syn::visit::visit_pat_ident(self, of);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_local_init(init);
        }
        self.visit_pat(&local.pat);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.visit_in_scope(|s| syn::visit::visit_block(s, block));
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.visit_in_scope(|s| syn::visit::visit_arm(s, arm));
    }

    fn visit_expr_for_loop(&mut self, l: &'ast syn::ExprForLoop) {
        self.visit_expr(&l.expr);
        self.visit_block(&l.body);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(syn::ExprAssign { left: place, .. })
            | Expr::Reference(syn::ExprReference { mutability: Some(_), expr: place, .. })
                if self.is_own(place) => {}
            Expr::Binary(b) if is_compound(&b.op) && self.is_own(&b.left) => {}
            Expr::MethodCall(m) if changes_receiver(m) && self.is_own(&m.receiver) => {}
            Expr::Return(_) if self.closures == 0 => self.found = Some("`return`"),
            Expr::Break(_) | Expr::Continue(_) if self.loops == 0 && self.closures == 0 => {
                self.found = Some("`break` or `continue`")
            }
            Expr::Try(_) if self.closures == 0 => self.found = Some("`?`"),
            Expr::Assign(_) => self.found = Some("an assignment"),
            Expr::Reference(r) if r.mutability.is_some() => self.found = Some("`&mut`"),
            Expr::Binary(b) if is_compound(&b.op) => self.found = Some("an assignment"),
            Expr::MethodCall(m) if changes_receiver(m) => {
                self.changes.extend(root_of(&m.receiver).map(|root| (m.method.to_string(), root)));
            }
            Expr::MethodCall(m) => {
                self.methods.extend(root_of(&m.receiver).map(|root| (m.method.clone(), root)))
            }
            Expr::Call(c) => {
                let variables = c.args.iter().filter_map(|a| {
                    if let Expr::Path(p) = unparen(a) { p.path.get_ident() } else { None }
                });
                self.argument_variables.extend(variables.map(ToString::to_string));
            }
            _ => {}
        }
        let (is_loop, is_closure) = (
            matches!(e, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)),
            matches!(e, Expr::Closure(_)),
        );
        self.loops += usize::from(is_loop);
        self.closures += usize::from(is_closure);
        self.visit_in_scope(|s| syn::visit::visit_expr(s, e));
        self.loops -= usize::from(is_loop);
        self.closures -= usize::from(is_closure);
    }
}

/// Whether an expression assigns, borrows uniquely, leaves its block, or calls a method that
/// changes its receiver.
pub fn has_changes(e: &Expr) -> bool {
    let mut impure = Impure::default();
    impure.visit_expr(e);
    impure.found.is_some() || !impure.changes.is_empty()
}

/// Where a closure changes a variable that it captures, as far as its syntax shows.
pub fn changed_capture(closure: &syn::ExprClosure) -> Option<Span> {
    #[derive(Default)]
    struct FindChanges {
        own_variables: Vec<String>,
        changed_variables: Vec<(String, Span)>,
    }

    impl<'ast> Visit<'ast> for FindChanges {
        fn visit_pat_ident(&mut self, of: &'ast syn::PatIdent) {
            self.own_variables.push(of.ident.to_string());
            syn::visit::visit_pat_ident(self, of);
        }

        fn visit_expr(&mut self, e: &'ast Expr) {
            let changed = match e {
                Expr::Assign(of) => Some(&*of.left),
                Expr::Binary(of) if is_compound(&of.op) => Some(&*of.left),
                Expr::Reference(of) if of.mutability.is_some() => Some(&*of.expr),
                Expr::MethodCall(of) if changes_receiver(of) => Some(&*of.receiver),
                _ => None,
            };
            self.changed_variables.extend(changed.and_then(|of| Some((root_of(of)?, of.span()))));
            syn::visit::visit_expr(self, e);
        }
    }

    let mut all = FindChanges::default();
    all.visit_expr_closure(closure);
    all.changed_variables
        .into_iter()
        .find(|(name, _)| !all.own_variables.contains(name))
        .map(|(_, span)| span)
}

/// Whether an expression has no effect, as far as its syntax shows. `known` decides which other
/// functions have none, by their paths.
pub fn is_pure(e: &Expr, known: &dyn Fn(&syn::Path) -> bool) -> bool {
    let mut impure = Impure::default();
    impure.visit_expr(e);
    !may_call(e, known)
        && impure.found.is_none_or(|found| found == "`return`")
        && impure.changes.is_empty()
}

/// Whether an expression calls a function that may have effects, as far as its syntax shows;
/// `known` as for [`is_pure`].
pub fn may_call(e: &Expr, known: &dyn Fn(&syn::Path) -> bool) -> bool {
    let mut effects = FindEffects { found: false, known };
    effects.visit_expr(e);
    effects.found
}

/// Whether a path names a function of std without effects: `f64::sin`, `Some`, `Vec::new`.
pub fn is_pure_of_std(path: &syn::Path) -> bool {
    if library::option::is_some(path)
        || library::result::is_ok(path).is_some()
        || path.is_ident("constant")
    {
        return true;
    }
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (Some(name), Some(owner)) = (names.next(), names.next()) else { return false };
    match owner.as_str() {
        "f64" | "f32" => name == "from" || (1..=3).any(|n| Prim::from_method(&name, n).is_some()),
        "Vec" | "VecDeque" | "Box" => matches!(name.as_str(), "new" | "with_capacity" | "from"),
        owner => {
            types::int(owner).is_some() && matches!(name.as_str(), "from" | "min" | "max" | "pow")
        }
    }
}

/// Finds macros and calls that may have effects.
struct FindEffects<'a> {
    found: bool,
    known: &'a dyn Fn(&syn::Path) -> bool,
}

impl FindEffects<'_> {
    fn call(&mut self, function: &Expr) {
        self.found |= match unparen(function) {
            Expr::Path(p) => !is_pure_of_std(&p.path) && !(self.known)(&p.path),
            Expr::Closure(_) => false,
            _ => true,
        };
    }
}

impl<'ast> Visit<'ast> for FindEffects<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Call(c) => self.call(&c.func),
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                self.found |= !calls::methods::is_of_std(&name, m.args.len());
                let functions =
                    m.args.iter().filter(|argument| matches!(unparen(argument), Expr::Path(_)));
                if std_declarations::calls(&name) {
                    functions.for_each(|function| self.call(function));
                }
            }
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.found |= !PURE_MACROS.iter().any(|name| mac.path.is_ident(name));
    }
}

/// Macros without effects besides those of their arguments.
pub const PURE_MACROS: &[&str] = &["vec", "format", "matches"];
