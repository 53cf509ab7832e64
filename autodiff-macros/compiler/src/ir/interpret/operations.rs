//! Operations without blocks and calls.

use super::dual::without_tangent;
use super::place::{
    add, change, each_scalar, pop, push, real, set, swap, value_at_path, zero_of_shape,
};
use super::scalar::{cast, evaluate_prim, literal, std_constant};
use super::*;

impl<'p> Interpreter<'p> {
    /// A non-linear operation without blocks or calls.
    pub(super) fn operation(
        &mut self,
        env: &mut Env<'_>,
        op: &Op,
        vars: &[Var],
    ) -> Result<Vec<Value>, String> {
        let ty = match vars.first() {
            Some(v) => env.ty(*v)?.clone(),
            None => Ty::unit(),
        };
        let one = |v: Value| Ok(vec![v]);
        match op {
            Op::Literal(l) => one(literal(l, &ty)?),
            Op::Blank => one(Value::Blank),
            Op::Prim(prim, args) => {
                let args: Vec<Value> =
                    args.iter().map(|a| env.get(*a).cloned()).collect::<Result<_, _>>()?;
                one(evaluate_prim(*prim, &args, &ty)?)
            }
            Op::Cast(x) => one(cast(env.get(*x)?.clone(), &ty)?),
            Op::Constant(x) => one(without_tangent(env.get(*x)?.clone())),
            Op::Opaque(o) if !o.changes.is_empty() => self.opaque_with_changes(env, o, vars),
            Op::Opaque(o) => {
                let code = o.code.to_string().replace(' ', "");
                if let Some(n) = env.constants.get(&code) {
                    return one(Value::Int(*n));
                }
                match self.program.constant(&code).or_else(|| std_constant(&code, &ty)) {
                    Some(value) if o.captures.is_empty() => one(value),
                    _ => match self.program.opaque(&o.code, &env.captured_values(o)?, &mut []) {
                        Some(Ok(value)) => one(value),
                        Some(Err(panic)) => Err(format!("a panic: {code}: {panic}")),
                        None => Err(format!("opaque code: {code}")),
                    },
                }
            }
            Op::Len(place) => match env.value_at(place)? {
                Value::Array(xs) => one(Value::Int(xs.len() as i128)),
                other => Err(format!("the length of {}", other.kind())),
            },
            Op::Read(place) | Op::View(place) => one(env.value_at(place)?),
            Op::Update(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.get(*x)?.clone();
                let mut root = take_root(env, place.root)?;
                set(&mut root, &path, x)?;
                one(root)
            }
            Op::Array(xs) => one(Value::array(
                xs.iter().map(|x| env.get(*x).cloned()).collect::<Result<_, _>>()?,
            )),
            Op::Repeat(x, n) => one(Value::array(vec![env.get(*x)?.clone(); count(env, *n)?])),
            Op::Push(place, end, x) => {
                let (path, x) = (env.path(&place.path)?, env.get(*x)?.clone());
                one(push(env.take(place.root)?, &path, *end, x)?)
            }
            Op::Pop(place, end) => {
                let path = env.path(&place.path)?;
                pop(env.take(place.root)?, &path, *end)
            }
            Op::Swap(root, a, b) => {
                let (a, b) = (env.path(a)?, env.path(b)?);
                let mut root = env.take(*root)?;
                swap(&mut root, &a, &b)?;
                one(root)
            }
            Op::Struct(path, fields) => {
                let path = path.split('<').next().unwrap_or(path);
                let name = path.rsplit(':').next().unwrap_or(path).trim();
                let fields = fields
                    .iter()
                    .map(|(member, x)| Ok((member.name.clone(), env.get(*x)?.clone())));
                one(Value::structure(name, fields.collect::<Result<Vec<_>, String>>()?))
            }
            Op::Tuple(xs) => one(Value::Tuple(
                xs.iter().map(|x| env.get(*x).cloned()).collect::<Result<_, _>>()?,
            )),
            Op::Zero(shape) => one(self.zero(env, &ty, *shape)?),
            Op::ShapeOf(x) => one(Value::Shape(Box::new(env.get(*x)?.zero()))),
            Op::Call(_)
            | Op::CallPrimal(_)
            | Op::CallJvp(_)
            | Op::CallVjp(_)
            | Op::Pullback(_)
            | Op::Branch(..)
            | Op::Loop(_)
            | Op::Linear(_) => Err("no simple operation".into()),
        }
    }

    /// Opaque code with changes: its value, if that is used, and the new versions.
    fn opaque_with_changes(
        &mut self,
        env: &mut Env<'_>,
        o: &Opaque,
        vars: &[Var],
    ) -> Result<Vec<Value>, String> {
        let captured = env.captured_values(o)?;
        let (mut roots, mut changed) = (Vec::new(), Vec::new());
        for Change { name, place } in &o.changes {
            let path = env.path(&place.path)?;
            let root = take_root(env, place.root)?;
            changed.push((name.as_str(), value_at_path(&root, &path)?));
            roots.push((root, path));
        }
        let value = match self.program.opaque(&o.code, &captured, &mut changed) {
            Some(Ok(value)) => value,
            Some(Err(panic)) => return Err(format!("a panic: {}: {panic}", o.code)),
            None => return Err(format!("opaque code: {}", o.code)),
        };
        let mut results: Vec<Value> =
            (vars.len() > o.changes.len()).then_some(value).into_iter().collect();
        for ((mut root, path), (_, new)) in roots.into_iter().zip(changed) {
            set(&mut root, &path, new)?;
            results.push(root);
        }
        Ok(results)
    }

    pub(super) fn linear(
        &mut self,
        env: &mut Env<'_>,
        op: &Linear,
        vars: &[Var],
    ) -> Result<Vec<Value>, String> {
        let ty = match vars.first() {
            Some(v) => env.ty(*v)?.clone(),
            None => Ty::unit(),
        };
        let one = |v: Value| Ok(vec![v]);
        match op {
            Linear::Zero(shape) => one(self.zero(env, &ty, *shape)?),
            Linear::Blank => one(Value::Blank),
            Linear::Drop(x, _) => {
                env.take(*x)?;
                Ok(Vec::new())
            }
            Linear::Dup(x) => {
                let x = env.take(*x)?;
                Ok(vec![x.clone(), x])
            }
            Linear::Add(x, y) => {
                let mut x = env.take(*x)?;
                add(&mut x, &env.take(*y)?)?;
                one(x)
            }
            Linear::Neg(x) => one(each_scalar(env.take(*x)?, &|x| -x)),
            Linear::Scale(x, k) => {
                let k = real(env.get(*k)?)?;
                one(each_scalar(env.take(*x)?, &|x| k * x))
            }
            Linear::Unscale(x, k) => {
                let k = real(env.get(*k)?)?;
                one(each_scalar(env.take(*x)?, &|x| x / k))
            }
            Linear::Cast(x) => one(cast(env.take(*x)?, &ty)?),
            Linear::Read(place) => {
                let value = env.value_at(place)?;
                Ok(vec![value, env.take(place.root)?])
            }
            Linear::Accumulate(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.take(*x)?;
                let mut root = take_root(env, place.root)?;
                change(&mut root, &path, &mut |slot| add(slot, &x))?;
                one(root)
            }
            Linear::Update(place, x) => {
                let path = env.path(&place.path)?;
                let x = env.take(*x)?;
                let mut root = take_root(env, place.root)?;
                set(&mut root, &path, x)?;
                one(root)
            }
            Linear::Take(place) => {
                let path = env.path(&place.path)?;
                let mut root = take_root(env, place.root)?;
                let value = value_at_path(&root, &path)?;
                set(&mut root, &path, value.zero())?;
                Ok(vec![value, root])
            }
            Linear::Array(xs) => {
                one(Value::array(xs.iter().map(|x| env.take(*x)).collect::<Result<_, _>>()?))
            }
            Linear::Unpack(x) => match env.take(*x)? {
                Value::Array(xs) => Ok(xs.to_vec()),
                other => Err(format!("unpack of {}", other.kind())),
            },
            Linear::Repeat(x, n, _) => {
                let n = count(env, *n)?;
                one(Value::array(vec![env.take(*x)?; n]))
            }
            Linear::Sum(x, n, shape) => one(self.sum(env, *x, *n, &ty, *shape)?),
            Linear::Push(place, end, x) => {
                let (path, x) = (env.path(&place.path)?, env.take(*x)?);
                one(push(env.take(place.root)?, &path, *end, x)?)
            }
            Linear::Pop(place, end) => {
                let path = env.path(&place.path)?;
                pop(env.take(place.root)?, &path, *end)
            }
            Linear::Swap(root, a, b) => {
                let (a, b) = (env.path(a)?, env.path(b)?);
                let mut root = env.take(*root)?;
                swap(&mut root, &a, &b)?;
                one(root)
            }
            Linear::Tuple(xs) => one(tuple(env, xs, &ty)?),
            Linear::Untuple(x) => untuple(env, *x, vars.len()),
            Linear::Call(_) | Linear::Apply(..) => Err("no simple operation".into()),
        }
    }

    /// The zero of a type, or of the given shape if the type has more than one.
    fn zero(&self, env: &Env<'_>, ty: &Ty, shape: Option<Var>) -> Result<Value, String> {
        match shape {
            Some(shape) => Ok(zero_of_shape(env.get(shape)?)),
            None => self.static_zero(ty, &env.constants),
        }
    }

    /// The sum of the `n` elements of `x`.
    fn sum(
        &self,
        env: &mut Env<'_>,
        x: Var,
        n: Var,
        ty: &Ty,
        shape: Option<Var>,
    ) -> Result<Value, String> {
        let n = count(env, n)?;
        let Value::Array(xs) = env.take(x)? else { return Err("a sum of what is no array".into()) };
        if xs.len() != n {
            return Err(format!("a sum of {n} elements of {}", xs.len()));
        }
        let Some((first, rest)) = xs.split_first() else { return self.zero(env, ty, shape) };
        let mut sum = first.clone();
        for x in rest {
            add(&mut sum, x)?;
        }
        Ok(sum)
    }

    /// The zero of a type that has only one shape.
    pub(super) fn static_zero(&self, ty: &Ty, constants: &Constants) -> Result<Value, String> {
        if ty.is_discrete() {
            return Ok(Value::unit());
        }
        match ty {
            Ty::Real(Real::F64 | Real::Param(_)) => Ok(Value::Real(0.0)),
            Ty::Real(Real::F32) => Ok(Value::F32(0.0)),
            Ty::Tuple(parts) => Ok(Value::Tuple(
                parts.iter().map(|p| self.static_zero(p, constants)).collect::<Result<_, _>>()?,
            )),
            Ty::Array(e, n) => {
                let text = n.to_string().replace(' ', "");
                let known = constants.get(&text).map(|n| Value::Int(*n));
                let n = match cost::array_length(n) {
                    Some(n) => n as usize,
                    None => match known.or_else(|| self.program.constant(&text)) {
                        Some(Value::Int(n)) => {
                            usize::try_from(n).map_err(|_| "a negative length")?
                        }
                        _ => return Err(format!("the length {n} is not known")),
                    },
                };
                Ok(Value::array(vec![self.static_zero(e, constants)?; n]))
            }
            other => Err(format!("the zero of {other} needs a shape")),
        }
    }
}

/// The value that an operation changes at a place. A scalar remains in the environment: it may be
/// read again.
fn take_root(env: &mut Env<'_>, root: Var) -> Result<Value, String> {
    if env.function.ty(root).is_scalar() { env.get(root).cloned() } else { env.take(root) }
}

/// A tuple of linear values. A discrete component has no variable; it is `()`.
fn tuple(env: &mut Env<'_>, xs: &[Var], ty: &Ty) -> Result<Value, String> {
    let mut parts = xs.iter().map(|x| env.take(*x)).collect::<Result<Vec<_>, _>>()?;
    if let Ty::Tuple(types) = ty
        && types.len() != parts.len()
    {
        let mut active = parts.into_iter();
        parts = types
            .iter()
            .map(|t| {
                if t.is_discrete() { Value::unit() } else { active.next().unwrap_or(Value::Blank) }
            })
            .collect();
    }
    Ok(Value::Tuple(parts))
}

/// The components of a tuple: all, or those that are not discrete if only so many are `wanted`.
fn untuple(env: &mut Env<'_>, x: Var, wanted: usize) -> Result<Vec<Value>, String> {
    let ty = env.ty(x)?.clone();
    let Value::Tuple(mut parts) = env.take(x)? else {
        return Err("the components of what is no tuple".into());
    };
    if let Ty::Tuple(types) = &ty
        && types.len() == parts.len()
        && types.len() != wanted
    {
        parts = types.iter().zip(parts).filter(|(t, _)| !t.is_discrete()).map(|(_, p)| p).collect();
    }
    Ok(parts)
}

fn count(env: &Env<'_>, var: Var) -> Result<usize, String> {
    let n = env.index(var)?;
    // a greater length is an error in a test, and would exhaust memory
    if n > 1 << 26 { Err(format!("a sequence of length {n}")) } else { Ok(n) }
}
