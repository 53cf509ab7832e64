//! Where dynamic residuals are: a stack of rows for each loop that collects, the stacks of each
//! callee.

use crate::emit::tokens::generics::ItemGenerics;
use crate::emit::tokens::names::{ItemNames, Namer};
use crate::ir::hash::HashMap;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A loop that collects rows.
pub struct Site {
    /// The fields of a row, one for each value.
    pub fields: Vec<Field>,
    /// The type of the rows.
    pub row: Ident,
    /// The further field of a row of a generic function: a `PhantomData` of its type parameters.
    pub phantom: Option<TokenStream>,
    /// The stack.
    pub stack: Ident,
    /// The collected values.
    values: Vec<Var>,
}

/// A residual, as the field of a struct.
pub struct Field {
    /// The name, that of the value.
    pub name: Ident,
    /// The type that is saved.
    pub ty: TokenStream,
    /// For a scalar, a literal: the value before it is computed.
    pub blank: Option<TokenStream>,
    /// Whether it is wrapped.
    pub is_wrapped: bool,
}

impl Field {
    /// The fields of values of a function.
    pub fn of_values(function: &Function, values: &[Var], generics: &ItemGenerics) -> Vec<Field> {
        let field = |(v, name): (&Var, Ident)| {
            let ty = function.ty(*v);
            let blank = match ty {
                Ty::Real(Real::F64 | Real::F32) => Some(quote!(0.0)),
                Ty::Int(_) | Ty::IntOf(_) => Some(quote!(0)),
                Ty::Bool => Some(quote!(false)),
                _ => None,
            };
            Field { name, ty: generics.residual(ty), blank, is_wrapped: generics.is_wrapped(ty) }
        };
        values.iter().zip(Field::names(function, values)).map(field).collect()
    }

    /// The names of these fields.
    pub fn names(function: &Function, values: &[Var]) -> Vec<Ident> {
        let mut namer = Namer::default();
        values.iter().map(|v| namer.fresh(&function.info(*v).name)).collect()
    }
}

/// The stacks of one function. Filled while the primal is emitted.
pub struct Layout {
    /// The loops.
    pub sites: Vec<Site>,
    /// The callees: key, field, callee.
    pub callees: Vec<(String, Ident, Callee)>,
    /// Whether the function calls itself.
    pub recursive: bool,
    of_rows: HashMap<Var, usize>,
    rows: Vec<Ident>,
    generics: ItemGenerics,
}

impl Layout {
    /// An empty layout of the primal and of the function of both sweeps, which may have its own
    /// loops.
    pub fn new(
        names: &ItemNames,
        generics: &ItemGenerics,
        primal: &Function,
        both: Option<&Function>,
    ) -> Layout {
        let loops = count_loops(&primal.body) + both.map_or(0, |both| count_loops(&both.body));
        Layout {
            sites: Vec::new(),
            callees: Vec::new(),
            recursive: is_recursive(&primal.body),
            of_rows: HashMap::default(),
            generics: generics.clone(),
            rows: (0..loops).map(|k| names.row(k)).collect(),
        }
    }

    /// Whether the stacks are `NoResiduals`: those of a generic function have its parameters.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty() && self.callees.is_empty() && !self.recursive && !self.is_generic()
    }

    /// Whether the function has parameters of types, constants or lifetimes.
    pub fn is_generic(&self) -> bool {
        !self.generics.is_empty()
    }

    /// Whether a residual of this type is wrapped.
    pub fn is_wrapped(&self, ty: &Ty) -> bool {
        self.generics.is_wrapped(ty)
    }

    /// The value of a residual of this type that is at a place.
    pub fn read_residual(&self, ty: &Ty, place: TokenStream) -> TokenStream {
        self.generics.read_residual(ty, place)
    }

    /// A new site, for the loop that binds `rows`.
    pub fn site(&mut self, rows: Var, function: &Function, values: &[Var]) -> usize {
        // the function of both sweeps has the remaining sites of the primal
        if let Some(site) = self.of_rows.get(&rows) {
            return *site;
        }
        let site = self.sites.len();
        let fields = Field::of_values(function, values, &self.generics);
        let names: Vec<Ident> = fields.iter().map(|field| field.name.clone()).collect();
        let phantom = self.generics.phantom_field(&names).map(|field| field.value);
        self.sites.push(Site {
            fields,
            phantom,
            row: self.rows[site].clone(),
            stack: Ident::new(&format!("loop_{site}"), Span::call_site()),
            values: values.to_vec(),
        });
        self.of_rows.insert(rows, site);
        site
    }

    /// The loop whose rows a variable holds.
    pub fn site_of(&self, rows: Var) -> usize {
        self.of_rows[&rows]
    }

    /// Maps a variable that a row binds to the inner loop whose rows it holds.
    pub fn follow_row(&mut self, site: usize, k: usize, bound: Var) {
        if let Some(inner) = self.of_rows.get(&self.sites[site].values[k]).copied() {
            self.of_rows.insert(bound, inner);
        }
    }

    /// The field of a loop's stack.
    pub fn stack_field(&self, site: usize) -> Ident {
        self.sites[site].stack.clone()
    }

    /// The field of the k-th value of a row.
    pub fn row_field(&self, site: usize, k: usize) -> Ident {
        self.sites[site].fields[k].name.clone()
    }

    /// The rest of a row of a loop.
    pub fn row_phantom(&self, site: usize) -> Option<TokenStream> {
        self.sites[site].phantom.clone()
    }

    /// The type of a loop's rows.
    pub fn row_type(&self, site: usize) -> Ident {
        self.sites[site].row.clone()
    }

    /// The field of a callee's stacks. Those of one callee that exist at the same time have separate
    /// fields, named by `purpose`.
    pub fn callee_field(&mut self, callee: &Callee, purpose: &str) -> Ident {
        // a generic function has other stacks for each instance
        let key = crate::emit::tokens::generics::stacks_key(callee) + purpose;
        if let Some((_, field, _)) = self.callees.iter().find(|(k, ..)| *k == key) {
            return field.clone();
        }
        let mut name = callee.name().trim_start_matches("r#").to_string() + purpose;
        if self.callees.iter().any(|(_, f, _)| *f == name)
            || name.starts_with("loop_")
            || name == "frames"
            || crate::emit::tokens::names::is_keyword(&name)
        {
            name = format!("{name}_{}", self.callees.len());
        }
        let field = Ident::new(&name, Span::call_site());
        self.callees.push((key, field.clone(), callee.clone()));
        field
    }

    /// Maps the slots through which rows leave a branch to their loop.
    pub fn follow_slots(&mut self, slots: &[Var], arms: &[Block]) {
        for (k, v) in slots.iter().enumerate() {
            if let Some(site) = arms.iter().find_map(|arm| self.of_rows.get(&arm.results[k])) {
                self.of_rows.insert(*v, *site);
            }
        }
    }
}

fn is_recursive(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::CallPrimal(c) => c.callee.recursive,
        op => op.blocks().iter().any(is_recursive),
    })
}

fn count_loops(block: &Block) -> usize {
    block
        .lets
        .iter()
        .map(|l| {
            usize::from(matches!(&l.op, Op::Loop(lp) if lp.collect.is_some()))
                + l.op.blocks().iter().map(count_loops).sum::<usize>()
        })
        .sum()
}
