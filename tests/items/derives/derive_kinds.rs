//! `#[derive(Differentiable)]` on enums, generic types, and types with inactive fields.

use autodiff::__private::{
    Field, Residual, add_part, at, name, part, put_part, read_part, take_part,
};
use autodiff::prelude::*;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Shape {
    Circle { r: f64, name: String },
    Rectangle(f64, f64),
    Path(Vec<[f64; 2]>),
    Label(String),
    Nothing,
}

#[test]
fn an_enum() {
    let mut circle = Shape::Circle { r: 2.0, name: "c".to_string() };
    assert_eq!(circle.zero_tangent(), ShapeTangent::Circle { r: 0.0 });
    circle.move_by(&ShapeTangent::Circle { r: 0.5 });
    assert_eq!(circle, Shape::Circle { r: 2.5, name: "c".to_string() });
    let path = Shape::Path(vec![[1.0, 2.0]; 2]);
    let mut t = path.zero_tangent();
    assert_eq!((&t, t.dimension()), (&ShapeTangent::Path(vec![[0.0; 2]; 2]), 4));
    t.unflatten(&[1.0, 2.0, 3.0, 4.0]);
    t += t.clone();
    assert_eq!(t, ShapeTangent::Path(vec![[2.0, 4.0], [6.0, 8.0]]));
    assert_eq!((t.dot(&t), format!("{t:?}").as_str()), (120.0, "Path([[2.0, 4.0], [6.0, 8.0]])"));
    assert_eq!(t.zero_tangent(), path.zero_tangent());
    assert_eq!(
        (Shape::Nothing.zero_tangent(), Shape::Label("l".to_string()).zero_tangent()),
        (ShapeTangent::Nothing, ShapeTangent::Label())
    );
    assert!(ShapeTangent::Nothing != t);
    let shapes = [Shape::Nothing, Shape::Rectangle(1.0, 2.0)];
    assert_eq!(shapes.zero_tangent(), [ShapeTangent::Nothing, ShapeTangent::Rectangle(0.0, 0.0)]);
    assert_eq!(Shape::blank(), Shape::Circle { r: 0.0, name: String::new() });
    assert_eq!((path.heap_bytes(), t.heap_bytes()), (32, 32));
}

#[test]
fn fields_of_variants() {
    let mut t = ShapeTangent::Path(vec![[0.0; 2]; 2]);
    add_part(at(at(part::<{ name("Path.0") }, _>(&mut t), 1), 0), &3.0);
    assert_eq!(t, ShapeTangent::Path(vec![[0.0, 0.0], [3.0, 0.0]]));
    let mut t = ShapeTangent::Circle { r: 1.0 };
    put_part(part::<{ name("Circle.r") }, _>(&mut t), 2.0);
    add_part(part::<{ name("Circle.name") }, _>(&mut t), &1.0);
    assert_eq!(take_part::<f64, _>(part::<{ name("Circle.r") }, _>(&mut t)), 2.0);
    assert_eq!(t, ShapeTangent::Circle { r: 0.0 });
    let _: <Shape as Field<{ name("Circle.name") }>>::Type = String::new();
}

#[test]
#[should_panic(
    expected = "the tangent is `Circle` and the added tangent is `Nothing`: they must be alike"
)]
fn tangents_of_different_variants() {
    let mut t = ShapeTangent::Circle { r: 1.0 };
    t += ShapeTangent::Nothing;
}

#[test]
#[should_panic(
    expected = "the tangent is `Circle` and the multiplied tangent is `Rectangle`: they must be \
        alike"
)]
fn multiplied_tangents_of_different_variants() {
    ShapeTangent::Circle { r: 1.0 }.dot(&ShapeTangent::Rectangle(0.0, 0.0));
}

#[test]
#[should_panic(
    expected = "the value is `Rectangle` and the tangent is `Circle`: they must be alike"
)]
fn moving_along_another_variant() {
    Shape::Rectangle(1.0, 2.0).move_by(&ShapeTangent::Circle { r: 1.0 });
}

#[test]
#[should_panic(expected = "a field of `Circle` was requested from a tangent of `Nothing`")]
fn a_field_of_another_variant() {
    read_part::<f64, _>(part::<{ name("Circle.r") }, _>(&ShapeTangent::Nothing));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum List {
    Cons(f64, Box<List>),
    End,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Tree {
    value: f64,
    left: Option<Box<Self>>,
    children: Vec<Tree>,
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    One,
    Other = 7,
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
enum Single {
    Only { r#type: f64 },
}

#[test]
fn recursive_types() {
    let mut list = List::Cons(1.0, Box::new(List::Cons(2.0, Box::new(List::End))));
    let mut t = list.zero_tangent();
    t.unflatten(&[3.0, 4.0]);
    list.move_by(&t);
    assert_eq!(t.flatten(), [3.0, 4.0]);
    assert_eq!(list, List::Cons(4.0, Box::new(List::Cons(6.0, Box::new(List::End)))));
    assert_eq!((List::blank(), ListTangent::blank()), (List::End, ListTangent::End));
    let leaf = Tree { value: 1.0, left: None, children: vec![] };
    let tree =
        Tree { value: 2.0, left: Some(Box::new(leaf.clone())), children: vec![leaf.clone(), leaf] };
    let mut t = tree.zero_tangent();
    assert_eq!((t.dimension(), t.children.len()), (4, 2));
    t.unflatten(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!((t.left.as_ref().map(|l| l.value), t.children[1].value), (Some(2.0), 4.0));
    assert_eq!((TreeTangent::default().dimension(), Tree::blank().value), (1, 0.0));
}

#[test]
fn plain_enums_and_single_variants() {
    let mut kind = Kind::Other;
    kind.move_by(&KindTangent::Other);
    assert_eq!((kind.zero_tangent(), kind.zero_tangent().dimension()), (KindTangent::Other, 0));
    let mut t = Single::Only { r#type: 1.0 }.zero_tangent();
    t += &SingleTangent::Only { r#type: 2.0 };
    let SingleTangent::Only { r#type } = t;
    assert_eq!((r#type, read_part::<f64, _>(part::<{ name("Only.type") }, _>(&t))), (2.0, 2.0));
}

/// Fields that are called like methods of tangents, and raw identifiers.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Names {
    scale: f64,
    dot: Vec<f64>,
    flatten: f64,
    r#type: f64,
    add_assign: f64,
    __a0: f64,
    field: usize,
}

#[test]
fn names() {
    let mut t = NamesTangent {
        scale: 1.0,
        dot: vec![2.0],
        flatten: 3.0,
        r#type: 4.0,
        add_assign: 5.0,
        __a0: 6.0,
    };
    t.scale(2.0);
    assert_eq!((t.flatten(), t.dot(&t)), (vec![2.0, 4.0, 6.0, 8.0, 10.0, 12.0], 364.0));
    assert_eq!(read_part::<f64, _>(part::<{ name("type") }, _>(&t)), 8.0);
    assert!(format!("{t:?}").contains("type: 8.0"));
}

/// Parameters of every kind; the tangent has those that its fields need.
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Generic<'a, T, U: Clone, M, const N: usize = 3, const K: usize = 2>
where
    T: Clone + PartialEq,
    M: Default,
{
    pub weights: [T; N],
    pub list: Vec<(T, bool)>,
    #[constant]
    data: &'a [U],
    #[constant]
    pub numbers: [f64; K],
    text: &'a str,
    marker: PhantomData<(M, U)>,
}

#[derive(Differentiable, Clone, Debug, PartialEq, Default)]
struct Wrapper<T: ?Sized>(Box<T>);

#[test]
fn generics() {
    let value: Generic<'_, f32, String, Vec<u8>, 2, 3> = Generic {
        weights: [1.0, 2.0],
        list: vec![(3.0, true)],
        data: &[],
        numbers: [1.0; 3],
        text: "text",
        marker: PhantomData,
    };
    let mut t: GenericTangent<f32, 2> = value.zero_tangent();
    assert_eq!(t, GenericTangent { weights: [0.0; 2], list: vec![(0.0, ())] });
    t.unflatten(&[1.0, 2.0, 3.0]);
    let mut moved = value.clone();
    moved.move_by(&t);
    assert_eq!((moved.weights, moved.list), ([2.0, 4.0], vec![(6.0, true)]));
    assert_eq!(read_part::<f64, _>(at(part::<{ name("numbers") }, _>(&t), 2)), 0.0);
    add_part(at(part::<{ name("weights") }, _>(&mut t), 1), &1.0f32);
    assert_eq!(t.weights[1], 3.0);
    let blank = <Generic<'_, f32, String, Vec<u8>, 2, 3>>::blank();
    assert_eq!((blank.weights, blank.numbers, blank.data), ([0.0; 2], [0.0; 3], &[][..]));

    let mut nested = Wrapper(Box::new(Wrapper(Box::new(vec![1.0]))));
    let t = WrapperTangent(Box::new(WrapperTangent(Box::new(vec![0.5]))));
    nested.move_by(&t);
    assert_eq!((*(*nested.0).0, t.dimension()), (vec![1.5], 1));
    // a generic struct of reals
    #[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
    struct Complex<T: Real> {
        re: T,
        im: T,
    }
    fn norm<T: Real>(z: &Complex<T>) -> T {
        let mut t: ComplexTangent<T> = z.zero_tangent();
        t.re = z.re;
        T::real(t.dot(&t))
    }
    assert_eq!(norm(&Complex { re: 3.0f32, im: 1.0 }), 9.0);
}

trait Model {
    type Weights;
}
struct Linear;
impl Model for Linear {
    type Weights = Vec<f64>;
}

#[derive(Differentiable)]
struct Trained<M: Model, N>
where
    N: Iterator<Item = M::Weights>,
{
    weights: M::Weights,
    other: <N as Iterator>::Item,
}

#[test]
fn associated_types() {
    let value = Trained::<Linear, std::vec::IntoIter<Vec<f64>>> {
        weights: vec![1.0],
        other: vec![2.0, 3.0],
    };
    assert_eq!(value.zero_tangent().dimension(), 3);
}

/// What cannot be differentiated is a constant.
#[derive(Differentiable, Clone, Default)]
struct Constants {
    x: f64,
    #[constant]
    table: HashMap<String, f64>,
    #[constant]
    shared: Rc<f64>,
    #[constant]
    rate: f64,
    range: Range<usize>,
    nothing: (),
    nested: Option<Vec<(bool, [u8; 2])>>,
}

/// Without `Default` or anything else.
struct Handle;

#[derive(Differentiable)]
struct Holder {
    #[constant]
    handle: Handle,
    #[constant]
    function: fn(f64) -> f64,
    x: f32,
}

/// Holds what cannot be kept; that is no error as long as nobody keeps it.
#[derive(Differentiable)]
struct Outer {
    holder: Holder,
    constants: Constants,
}

#[test]
fn constants() {
    let mut value = Constants { x: 1.0, ..Constants::default() };
    value.move_by(&ConstantsTangent { x: 2.0 });
    assert_eq!((value.x, value.rate, ConstantsTangent { x: 2.0 }.flatten()), (3.0, 0.0, vec![2.0]));
    assert!(Constants::blank().table.is_empty());
    let outer =
        Outer { holder: Holder { handle: Handle, function: |x| x, x: 1.0 }, constants: value };
    let t: OuterTangent = outer.zero_tangent();
    assert_eq!(
        t,
        OuterTangent { holder: HolderTangent { x: 0.0 }, constants: ConstantsTangent { x: 0.0 } }
    );
    assert_eq!(
        read_part::<f64, _>(part::<{ name("rate") }, _>(part::<{ name("constants") }, _>(&t))),
        0.0
    );
}

/// More fields than tuples have implementations for.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Many {
    a: Vec<f64>,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
    j: f64,
    k: f64,
    l: f64,
    m: f64,
    n: (f64, f64),
}

#[test]
fn many_fields() {
    let mut value = Many::blank();
    let mut t = value.zero_tangent();
    t.unflatten(&(0..14).map(f64::from).collect::<Vec<_>>());
    value.move_by(&t);
    assert_eq!((value.b, value.n, value.heap_bytes()), (0.0, (12.0, 13.0), 0));
}

mod elsewhere {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub struct Public {
        pub x: f64,
        pub(crate) hidden: Hidden,
        pub(super) y: Private,
    }

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub(crate) struct Hidden(f64, Private);

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub(in crate::derives::derive_kinds) struct Private(f64);

    pub fn public() -> Public {
        Public { x: 1.0, hidden: Hidden(2.0, Private(3.0)), y: Private(4.0) }
    }
}

#[test]
fn visibilities() {
    let value = elsewhere::public();
    let mut t: elsewhere::PublicTangent = value.zero_tangent();
    t.x = 1.0;
    t.y.scale(2.0);
    add_part(part::<{ name("0") }, _>(part::<{ name("hidden") }, _>(&mut t)), &5.0);
    assert_eq!(t.flatten(), [1.0, 5.0, 0.0, 0.0]);
}
