//! `#[derive(Differentiable)]`: the tangent types of structs and enums, and the fields by name.

use autodiff::__private::{
    Field, Residual, Structure, add_part, at, name, part, put_part, read_part, take_cotangent,
    take_part, within,
};
use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Body {
    mass: f64,
    position: [f64; 3],
    id: usize,
    name: String,
}

fn body() -> Body {
    Body { mass: 2.0, position: [1.0, 2.0, 3.0], id: 7, name: "moon".to_string() }
}

#[test]
fn a_struct() {
    let mut body = body();
    let zero: BodyTangent = body.zero_tangent();
    assert_eq!(zero, BodyTangent { mass: 0.0, position: [0.0; 3] });
    assert_eq!(zero, BodyTangent::default());
    let mut t = BodyTangent { mass: 0.5, position: [1.0, 0.0, -1.0] };
    body.move_by(&t);
    assert_eq!(
        body,
        Body { mass: 2.5, position: [2.0, 2.0, 2.0], id: 7, name: "moon".to_string() }
    );
    let copy = t;
    t += copy;
    t += &copy;
    t.scale(2.0);
    assert_eq!(t.flatten(), [3.0, 6.0, 0.0, -6.0]);
    assert_eq!(t.dot(&copy), 1.5 + 6.0 + 6.0);
    t.unflatten(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(format!("{t:?}"), "BodyTangent { mass: 1.0, position: [2.0, 3.0, 4.0] }");
    assert_eq!((t.dimension(), t.heap_bytes()), (4, 0));
    assert_eq!(size_of::<<Body as Differentiable>::Shape>(), 0);
    assert_eq!(take_cotangent(&mut t), BodyTangent { mass: 1.0, position: [2.0, 3.0, 4.0] });
    assert_eq!(t, zero);
}

#[derive(Differentiable, Clone, Debug, PartialEq, Default)]
pub struct Layer {
    pub weights: Vec<Vec<f64>>,
    pub(crate) bias: Vec<f64>,
    slope: f32,
    #[constant]
    pub rate: f64,
    pub seen: Vec<usize>,
    inner: Inner,
}

// private in a public struct
#[derive(Differentiable, Clone, Debug, PartialEq, Default)]
struct Inner {
    pair: (f64, usize),
    maybe: Option<f64>,
    boxed: Box<f64>,
}

fn layer() -> Layer {
    Layer {
        weights: vec![vec![1.0, 2.0], vec![3.0]],
        bias: vec![1.0],
        slope: 0.5,
        rate: 0.1,
        seen: vec![1],
        inner: Inner { pair: (1.0, 2), maybe: Some(3.0), boxed: Box::new(4.0) },
    }
}

#[test]
fn nested_structs() {
    let mut layer = layer();
    let mut t = layer.zero_tangent();
    assert_eq!(
        t,
        LayerTangent {
            weights: vec![vec![0.0, 0.0], vec![0.0]],
            bias: vec![0.0],
            slope: 0.0,
            inner: InnerTangent { pair: (0.0, ()), maybe: Some(0.0), boxed: Box::new(0.0) },
        }
    );
    t.unflatten(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    layer.move_by(&t);
    assert_eq!(layer.inner, Inner { pair: (7.0, 2), maybe: Some(10.0), boxed: Box::new(12.0) });
    assert_eq!((layer.rate, layer.slope, &layer.weights[1]), (0.1, 5.5, &vec![6.0]));
    // the tangent is its own tangent, of the same shape
    let again: LayerTangent = t.zero_tangent();
    assert_eq!(again, layer.zero_tangent());
    assert_eq!(t.clone().flatten(), t.flatten());
    // in sequences
    let layers = vec![layer.clone(), Layer::default()];
    let zeros: Vec<LayerTangent> = layers.zero_tangent();
    assert_eq!(zeros, [again, LayerTangent::default()]);
    assert_eq!(Inner::zero_of(&Default::default()).maybe, None);
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Stage<T> {
    Dense(Layer, T),
    Bend { at: [T; 2], times: usize },
    Nothing,
}

#[test]
fn flat_vectors_of_values() {
    let mut stages = vec![
        Stage::Dense(layer(), 9.0),
        Stage::Nothing,
        Stage::Bend { at: [10.0, 11.0], times: 3 },
    ];
    let flat = stages.flatten();
    assert_eq!(flat, [1.0, 2.0, 3.0, 1.0, 0.5, 1.0, 3.0, 4.0, 9.0, 10.0, 11.0]);
    // in the order of the tangent: moving by the flat vector doubles every active real
    let mut tangent = stages.zero_tangent();
    tangent.unflatten(&flat);
    assert_eq!(tangent.flatten(), flat);
    let mut doubled = stages.clone();
    doubled.move_by(&tangent);
    assert_eq!(doubled.flatten(), flat.iter().map(|x| 2.0 * x).collect::<Vec<_>>());
    stages.unflatten(&doubled.flatten());
    assert_eq!(stages, doubled);
    let Stage::Dense(layer, _) = &stages[0] else { panic!() };
    assert_eq!((layer.rate, layer.inner.pair, &layer.seen), (0.1, (2.0, 2), &vec![1]));
}

#[test]
#[should_panic(expected = "the value has 4 active reals and the flat vector has length 5")]
fn a_flat_vector_of_another_length() {
    body().unflatten(&[0.0; 5]);
}

#[test]
#[should_panic(expected = "the tangent has length 1 and the added tangent has length 0")]
fn tangents_of_different_lengths() {
    let mut t = layer().zero_tangent();
    t.weights.clear();
    let mut u = t.clone();
    u.bias.clear();
    t += u;
}

#[test]
fn accumulators() {
    fn row<A: CotangentAccumulator<[BodyTangent]>>(bodies: &mut A) {
        if let Some(t) = bodies.element(1).dense() {
            t.mass += 1.0;
            t.position[2] += 2.0;
        }
        bodies.element(2).add(&BodyTangent { mass: 4.0, position: [0.0; 3] });
        if let Some(t) = bodies.window(1..3).element(0).dense() {
            add_part(at(part::<{ name("position") }, _>(t), 1), &0.5);
        }
    }
    let expected = [
        BodyTangent::default(),
        BodyTangent { mass: 1.0, position: [0.0, 0.5, 2.0] },
        BodyTangent { mass: 4.0, position: [0.0; 3] },
        BodyTangent::default(),
    ];
    let mut dense = vec![BodyTangent::default(); 4];
    row(&mut dense);
    assert_eq!(dense, expected);
    row(&mut &mut dense[..]);
    assert_eq!(dense[1].mass, 2.0);
    let mut sparse = Sparse::<BodyTangent>::new(4);
    row(&mut sparse);
    assert_eq!((sparse.stored(), sparse.to_dense()), (2, expected.to_vec()));
    row(&mut Discard);

    // memory of the same type, however deep
    fn whole<T: Structure<Memory = T>, A: CotangentAccumulator<T>>(mut a: A) -> Option<T>
    where
        T: Clone,
    {
        a.dense().map(|t| t.clone())
    }
    let nested = vec![[(1.0, Some(Box::new(BodyTangent::default())))]];
    assert_eq!(whole(nested.clone()), Some(nested));
    assert_eq!(whole::<(f64, f64), _>((Discard, Discard)), None);
    assert_eq!(whole::<Vec<(f64, f64)>, _>(vec![(Discard, Discard)]), None);
}

#[test]
#[should_panic(
    expected = "a part of a cotangent is added to an accumulator that takes it only as a whole"
)]
fn no_part_is_lost() {
    CotangentAccumulator::<Vec<(f64, f64)>>::dense(&mut vec![(0.0, Discard)]);
}

#[test]
fn fields_by_name() {
    let mut t = layer().zero_tangent();
    put_part(part::<{ name("bias") }, _>(&mut t), vec![2.0]);
    add_part(at(within(at(part::<{ name("weights") }, _>(&mut t), 0), 1..2), 0), &3.0);
    add_part(part::<{ name("slope") }, _>(&mut t), &1.0f32);
    assert_eq!((&t.bias, &t.weights[0], t.slope), (&vec![2.0], &vec![0.0, 3.0], 1.0));
    assert_eq!(take_part::<Vec<f64>, _>(part::<{ name("bias") }, _>(&mut t)), [2.0]);
    assert_eq!(t.bias, [0.0]);
    // what is in a box, of a type that is private to a public one
    add_part(part::<{ name("boxed") }, _>(part::<{ name("inner") }, _>(&mut t)), &4.0);
    assert_eq!(
        read_part::<f64, _>(part::<{ name("boxed") }, _>(part::<{ name("inner") }, _>(&t))),
        4.0
    );
    // left-out fields
    add_part(part::<{ name("rate") }, _>(&mut t), &5.0);
    put_part(part::<{ name("rate") }, _>(&mut t), 5.0);
    let rate: f64 = read_part(part::<{ name("rate") }, _>(&t));
    assert_eq!((rate, take_part::<f64, _>(part::<{ name("rate") }, _>(&mut t))), (0.0, 0.0));
    let deep: f64 =
        read_part(at(part::<{ name("anything") }, _>(part::<{ name("seen") }, _>(&t)), 9));
    assert_eq!(deep, 0.0);

    fn type_of<T: 'static>() -> std::any::TypeId {
        std::any::TypeId::of::<T>()
    }
    assert_eq!(type_of::<<Layer as Field<{ name("inner") }>>::Type>(), type_of::<Inner>());
    assert_eq!(
        type_of::<<Layer as Field<{ name("weights") }>>::Type>(),
        type_of::<Vec<Vec<f64>>>()
    );
    assert_eq!(type_of::<<Pair as Field<{ name("1") }>>::Type>(), type_of::<usize>());
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Pair(f64, usize, [f32; 2]);

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Unit;

#[derive(Differentiable)]
struct Config {
    steps: usize,
}

#[test]
fn tuples_and_units() {
    let mut pair = Pair(1.0, 2, [3.0, 4.0]);
    let mut t = PairTangent(1.0, [1.0, 2.0]);
    pair.move_by(&t);
    assert_eq!(pair, Pair(2.0, 2, [4.0, 6.0]));
    assert_eq!(format!("{t:?}"), "PairTangent(1.0, [1.0, 2.0])");
    put_part(part::<{ name("2") }, _>(&mut t), [0.0f32, 5.0]);
    assert_eq!((read_part::<f32, _>(at(part::<{ name("2") }, _>(&t), 1)), t.1), (5.0, [0.0, 5.0]));
    assert_eq!((take_part::<f64, _>(part::<{ name("0") }, _>(&mut t)), t.0), (1.0, 0.0));
    assert_eq!(
        (Unit.zero_tangent(), UnitTangent.dimension(), format!("{UnitTangent:?}").as_str()),
        (UnitTangent, 0, "UnitTangent")
    );
    let t = Config { steps: 3 }.zero_tangent();
    assert_eq!(t, ConfigTangent {});
}
