//! Final types: named for emission, with a default for types that nothing determined.

use super::*;

impl Types {
    /// The final form of a type. `plain` are the callees that turned out to be called on inactive
    /// values only. `None` if it cannot be named.
    pub fn finish(&self, ty: &Ty, plain: &HashSet<String>) -> Option<Ty> {
        let is_plain = |p: &Projection| p.root_callee().is_some_and(|c| plain.contains(&c.key()));
        // a method of another crate's type has a name through that type
        let is_of_other_crate = |p: &Projection| {
            p.root_callee().and_then(|callee| callee.method.as_deref()).is_some_and(|method| {
                let is_array = || {
                    self.is_array(&method.owner)
                        || method.right.as_ref().is_some_and(|right| self.is_array(right))
                };
                match method.spelling {
                    Spelling::Dot => self.is_of_other_crate(&method.owner),
                    _ => is_array(),
                }
            })
        };
        let nameless_or = |p: Projection| {
            if let Projection::Output(callee) = &p
                && plain.contains(&callee.key())
                && !is_of_other_crate(&p)
                && let Some(like) = self.plain_output(callee)
            {
                return self.finish_projection(like, plain);
            }
            if is_plain(&p) && !is_of_other_crate(&p) {
                Projection::Output(unnamed_callee())
            } else {
                self.finish_projection(p, plain)
            }
        };
        Some(match self.shallow(ty) {
            Ty::Infer(n) => {
                let State::Open(kind, origin) = &self.entries[n] else { return None };
                match (kind, origin) {
                    (_, Origin::Error) => Ty::Real(self.default_real),
                    // a literal is never of a parameter's type
                    (Kind::Float, Origin::None) if matches!(self.default_real, Real::Param(_)) => {
                        Ty::F64
                    }
                    (Kind::Float, _) => Ty::Real(self.default_real),
                    (Kind::Number, Origin::Call(_) | Origin::None) => Ty::Real(self.default_real),
                    // a field, or a component of a result, of an integer type that cannot be
                    // inferred otherwise
                    (Kind::Int, Origin::Call(p))
                        if p.root_callee().is_none() || matches!(p, Projection::Leaf(..)) =>
                    {
                        Ty::IntOf(Some(self.finish_projection(p.clone(), plain)))
                    }
                    // most likely a count, and rustc rejects another one
                    (Kind::Int, Origin::Call(p)) if is_plain(p) && is_of_other_crate(p) => {
                        Ty::USIZE
                    }
                    (kind, Origin::Call(p)) => match nameless_or(p.clone()) {
                        Projection::Output(c) if c.key() == "_" && *kind == Kind::Int => Ty::USIZE,
                        Projection::Output(c) if c.key() == "_" => Ty::Foreign(quote!(_)),
                        p if *kind == Kind::Any && self.is_without_derivative(&p) => {
                            Ty::Discrete(p)
                        }
                        p => Ty::Projected(p),
                    },
                    (_, Origin::Opaque(Some(name))) if is_user_type(name) => {
                        Ty::Discrete(Projection::Named(name.clone()))
                    }
                    (_, Origin::Opaque(name)) => {
                        Ty::Foreign(name.clone().unwrap_or_else(|| quote!(_)))
                    }
                    // the callee decides, and rustc infers it
                    (Kind::Int, Origin::None) if self.passed_values.contains(&n) => Ty::IntOf(None),
                    (Kind::Int, Origin::None) => Ty::Int("i32"),
                    (Kind::Any, Origin::None) => return None,
                }
            }
            Ty::Tuple(parts) => {
                Ty::Tuple(parts.iter().map(|p| self.finish(p, plain)).collect::<Option<_>>()?)
            }
            Ty::Array(e, n) => Ty::Array(Box::new(self.finish(&e, plain)?), n),
            Ty::Slice(e) => Ty::Slice(Box::new(self.finish(&e, plain)?)),
            Ty::Vec(e) => Ty::Vec(Box::new(self.finish(&e, plain)?)),
            Ty::Deque(e) => Ty::Deque(Box::new(self.finish(&e, plain)?)),
            Ty::Wrapped(w, e) => Ty::Wrapped(w, Box::new(self.finish(&e, plain)?)),
            Ty::Sequence(e, p) => Ty::Sequence(Box::new(self.finish(&e, plain)?), nameless_or(p)),
            Ty::Function(function) => Ty::Function(self.finish_function(&function, plain)),
            t => t,
        })
    }

    /// The final type of a function.
    pub fn finish_function(
        &self,
        function: &Rc<FunctionType>,
        plain: &HashSet<String>,
    ) -> Rc<FunctionType> {
        let finished = |ty: &Ty| self.finish(ty, plain).unwrap_or_else(|| ty.clone());
        let params = function.params.iter().map(|(passing, ty)| (*passing, finished(ty))).collect();
        Rc::new(FunctionType { params, output: finished(&function.output), ..(**function).clone() })
    }

    /// The result type of a callee that is called on inactive values and need not be
    /// differentiated. An operator most likely returns the type of its operand. For another
    /// function it is the result in the recorded signature, if that is the type that has the
    /// function, or a type of this file with the derive.
    pub fn plain_output(&self, callee: &Callee) -> Option<Projection> {
        let Some(method) = callee.method.as_ref() else {
            let path = callee.path.to_string();
            return named_result(
                &self
                    .world
                    .recorded_result_of(&path)
                    .or_else(|| self.world.result_in_file("", &path))?,
                &self.world,
            );
        };
        let named = |ty: &Ty| match self.open_projection(ty)? {
            named @ Projection::Named(_) => Some(named),
            Projection::Output(callee) => self.plain_output(&callee),
            _ => None,
        };
        if let Spelling::Infix(_) | Spelling::Prefix(_) = method.spelling {
            return named(&method.owner).or_else(|| named(method.right.as_ref()?));
        }
        let Projection::Named(owner) = named(&method.owner)? else { return None };
        let (of, name) = (last_name(&owner.to_string()), last_name(&method.name));
        let result = self
            .world
            .result(Some(&of), &name)
            .or_else(|| self.world.result_in_file(&of, &name))?;
        let Type::Path(path) = &result else { return None };
        if path.path.segments.last()?.ident != of {
            return named_result(&result, &self.world);
        }
        syntax::omitted_arguments::with_arguments(
            &owner,
            &name,
            &result,
            &self.all_to_syntax(&callee.arguments),
            &self.world,
        )
        .map(Projection::Named)
    }

    fn all_to_syntax(&self, types: &[Ty]) -> Vec<Option<Type>> {
        types.iter().map(|ty| self.to_syntax(ty)).collect()
    }

    /// The result type of a function of a generic type that returns that type with other
    /// arguments. Requires that the receiver's type has a name here.
    pub fn with_other_arguments(&mut self, callee: &Callee) -> Option<Ty> {
        let method = callee
            .method
            .as_ref()
            .filter(|m| matches!(m.spelling, Spelling::Dot | Spelling::Path))?;
        let Projection::Named(owner) = self.open_projection(&method.owner)? else { return None };
        let (of, name) = (last_name(&owner.to_string()), last_name(&method.name));
        let result = self.world.result(Some(&of), &name)?;
        let is_same = matches!(&result, Type::Path(path) if path.path.segments.last()
            .is_some_and(|last| last.ident == of && !last.arguments.is_none()));
        let other = is_same.then(|| {
            syntax::omitted_arguments::with_arguments(
                &owner,
                &name,
                &result,
                &self.all_to_syntax(&callee.arguments),
                &self.world,
            )
        })??;
        Some(self.type_at_path(other))
    }

    fn finish_projection(&self, projection: Projection, plain: &HashSet<String>) -> Projection {
        match projection {
            Projection::Output(callee) => Projection::Output(self.finish_callee(callee, plain)),
            Projection::Leaf(of, index) => {
                Projection::Leaf(Box::new(self.finish_projection(*of, plain)), index)
            }
            Projection::Item(of) => Projection::Item(Box::new(self.finish_projection(*of, plain))),
            Projection::Member(of, name) => {
                Projection::Member(Box::new(self.finish_projection(*of, plain)), name)
            }
            Projection::View(of) => Projection::View(Box::new(self.finish_projection(*of, plain))),
            Projection::Named(path) => Projection::Named(path),
        }
    }

    /// The final argument types of a callee. A type without a name is replaced by the scalar type
    /// of literals: for a function that is not generic it does not matter, and for a generic one
    /// it is right or does not compile.
    pub fn finish_callee(&self, mut callee: Callee, plain: &HashSet<String>) -> Callee {
        callee.object = callee.object.map(|object| self.finish_function(&object, plain));
        let depth = self.depth.get();
        self.depth.set(depth + 1);
        for argument in &mut callee.arguments {
            let is_named = depth < NESTED || self.is_small(argument, &mut { SMALL });
            let known = if is_named { self.finish(argument, plain) } else { None };
            *argument = self.with_names(known.unwrap_or(Ty::Infer(0)));
        }
        if let Some(method) = &mut callee.method {
            for ty in std::iter::once(&mut method.owner).chain(&mut method.right) {
                *ty = if depth < NAMED {
                    self.finish(ty, plain).unwrap_or(Ty::Infer(0))
                } else {
                    Ty::Infer(0)
                };
            }
        }
        self.depth.set(depth);
        callee
    }

    /// Whether a type has at most `left` projections inside one another and next to one another.
    /// With arguments of such types, the size of a type does not double with the depth.
    fn is_small(&self, ty: &Ty, left: &mut usize) -> bool {
        match self.shallow(ty) {
            // a shape, `(2, 3)`, determines the number of axes
            Ty::Tuple(_)
            | Ty::Array(..)
            | Ty::Slice(_)
            | Ty::Vec(_)
            | Ty::Deque(_)
            | Ty::Wrapped(..)
            | Ty::Sequence(..) => self.is_small_part(ty, left),
            Ty::Code(_) | Ty::Foreign(_) => true,
            _ => self.open_projection(ty).is_some_and(|of| self.is_small_projection(&of, left)),
        }
    }

    fn is_small_projection(&self, of: &Projection, left: &mut usize) -> bool {
        match of {
            Projection::Named(_) => true,
            Projection::Leaf(of, _)
            | Projection::Item(of)
            | Projection::Member(of, _)
            | Projection::View(of) => self.is_small_projection(of, left),
            Projection::Output(callee) => {
                let Some(fewer) = left.checked_sub(1) else { return false };
                *left = fewer;
                let of_method =
                    callee.method.iter().flat_map(|m| [&m.owner].into_iter().chain(&m.right));
                let mut types = callee.arguments.iter().chain(of_method);
                types.all(|ty| self.is_small_part(ty, left))
            }
        }
    }

    /// The same for a type inside a projection, where a type without projections is small.
    fn is_small_part(&self, ty: &Ty, left: &mut usize) -> bool {
        match self.shallow(ty) {
            Ty::Tuple(parts) => parts.iter().all(|part| self.is_small_part(part, left)),
            Ty::Array(element, _)
            | Ty::Slice(element)
            | Ty::Vec(element)
            | Ty::Deque(element)
            | Ty::Wrapped(_, element) => self.is_small_part(&element, left),
            // that of `r = f(&r)` is named through itself
            Ty::Sequence(element, of) => {
                self.is_small_part(&element, left) && self.is_small_projection(&of, left)
            }
            _ => self.open_projection(ty).is_none_or(|of| self.is_small_projection(&of, left)),
        }
    }

    fn with_names(&self, ty: Ty) -> Ty {
        match ty {
            ty if ty.has_name() => ty,
            Ty::Tuple(parts) => {
                Ty::Tuple(parts.into_iter().map(|part| self.with_names(part)).collect())
            }
            Ty::Array(element, length) => Ty::Array(Box::new(self.with_names(*element)), length),
            Ty::Slice(element) | Ty::Vec(element) | Ty::Sequence(element, _) => {
                Ty::Vec(Box::new(self.with_names(*element)))
            }
            Ty::Deque(element) => Ty::Deque(Box::new(self.with_names(*element))),
            _ => Ty::Real(self.default_real),
        }
    }
}

/// A type of this file without parameters, with the derive.
fn named_result(ty: &Type, world: &World) -> Option<Projection> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?;
    world.has_type(&name.to_string()).then(|| Projection::Named(name.to_token_stream()))
}
