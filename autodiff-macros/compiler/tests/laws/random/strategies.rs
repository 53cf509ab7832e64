//! How programs are drawn.

use super::signatures::{HELPERS, MAIN, MAIN_OPTION, OPTION_UNIQUE};
use super::*;
use proptest::collection::vec;
use proptest::strategy::Union;

fn one_of<T: std::fmt::Debug + 'static>(options: Vec<(u32, BoxedStrategy<T>)>) -> BoxedStrategy<T> {
    Union::new_weighted(options).boxed()
}

#[derive(Clone)]
struct Level {
    real: BoxedStrategy<Real>,
    truth: BoxedStrategy<Truth>,
    stmts: BoxedStrategy<Vec<Stmt>>,
}

fn index() -> BoxedStrategy<Index> {
    let leaf = one_of(vec![
        (2, (0u8..6).prop_map(Index::Literal).boxed()),
        (4, any::<u8>().prop_map(Index::Var).boxed()),
        (1, any::<u8>().prop_map(Index::Len).boxed()),
    ]);
    let binary = (any::<u8>(), leaf.clone(), leaf.clone())
        .prop_map(|(op, a, b)| Index::Binary(op, a.into(), b.into()));
    let plain = (any::<u8>(), any::<u8>(), leaf.clone(), leaf.clone())
        .prop_map(|(f, k, a, b)| Index::Plain(f, k, a.into(), b.into()));
    one_of(vec![(6, leaf), (2, binary.boxed()), (1, plain.boxed())])
}

fn level(depth: u32) -> Level {
    let byte = any::<u8>;
    let leaf = one_of(vec![
        (2, any::<i8>().prop_map(Real::Literal).boxed()),
        (6, byte().prop_map(Real::Var).boxed()),
        (3, (byte(), index()).prop_map(|(s, i)| Real::At(s, i)).boxed()),
        (1, index().prop_map(Real::FromInt).boxed()),
    ]);
    if depth == 0 {
        let truth = (byte(), leaf.clone(), leaf.clone())
            .prop_map(|(op, a, b)| Truth::Reals(op, a, b))
            .boxed();
        return Level { real: leaf, truth, stmts: Just(Vec::new()).boxed() };
    }
    let Level { real: r, truth: t, stmts: b } = level(depth - 1);
    let boxed = || r.clone().prop_map(Box::new);
    let real = one_of(vec![
        (6, leaf.clone()),
        (4, (byte(), boxed()).prop_map(|(op, a)| Real::Unary(op, a)).boxed()),
        (8, (byte(), boxed(), boxed()).prop_map(|(op, a, b)| Real::Binary(op, a, b)).boxed()),
        (1, (t.clone(), boxed(), boxed()).prop_map(|(t, a, b)| Real::If(t.into(), a, b)).boxed()),
        (
            1,
            (index(), [r.clone(), r.clone(), r.clone(), r.clone()])
                .prop_map(|(i, arms)| Real::Match(i, arms.into()))
                .boxed(),
        ),
        (1, (b.clone(), boxed()).prop_map(|(b, a)| Real::Block(b, a)).boxed()),
        (
            2,
            (byte(), [r.clone(), r.clone()], byte(), index())
                .prop_map(|(f, args, s, i)| Real::Call(f, args.into(), s, i))
                .boxed(),
        ),
        (
            2,
            (byte(), byte(), byte(), [r.clone(), r.clone()], index())
                .prop_map(|(k, s, t, p, i)| Real::Chain(k, s, t, p.into(), i))
                .boxed(),
        ),
        (
            1,
            (byte(), [r.clone(), r.clone(), r.clone()])
                .prop_map(|(k, p)| Real::Closure(k, p.into()))
                .boxed(),
        ),
        (
            1,
            (byte(), [r.clone(), r.clone(), r.clone(), r.clone()])
                .prop_map(|(k, p)| Real::Enum(k, p.into()))
                .boxed(),
        ),
        (
            1,
            (byte(), byte(), [r.clone(), r.clone()], index())
                .prop_map(|(k, o, p, i)| Real::Option(k, o, p.into(), i))
                .boxed(),
        ),
        (
            1,
            (byte(), byte(), [r.clone(), r.clone()])
                .prop_map(|(k, s, p)| Real::Struct(k, s, p.into()))
                .boxed(),
        ),
        (
            1,
            (byte(), byte(), [r.clone(), r.clone()])
                .prop_map(|(k, s, p)| Real::ResultValue(k, s, p.into()))
                .boxed(),
        ),
        (
            1,
            (byte(), byte(), boxed(), index())
                .prop_map(|(f, k, a, i)| Real::Plain(f, k, a, i))
                .boxed(),
        ),
        (
            1,
            (byte(), [byte(), byte(), byte()], [r.clone(), r.clone(), r.clone(), r.clone()])
                .prop_map(|(k, patterns, arms)| Real::Holder(k, patterns, arms.into()))
                .boxed(),
        ),
    ]);
    let truth = one_of(vec![
        (3, (byte(), r.clone(), r.clone()).prop_map(|(op, a, b)| Truth::Reals(op, a, b)).boxed()),
        (3, (byte(), index(), index()).prop_map(|(op, a, b)| Truth::Ints(op, a, b)).boxed()),
        (1, (byte(), index(), index()).prop_map(|(f, a, b)| Truth::Plain(f, a, b)).boxed()),
        (1, t.clone().prop_map(|t| Truth::Not(t.into())).boxed()),
        (
            1,
            (any::<bool>(), t.clone(), t.clone())
                .prop_map(|(and, a, b)| Truth::Both(and, a.into(), b.into()))
                .boxed(),
        ),
    ]);
    let r = real.clone();
    let stmt = one_of(vec![
        (6, (any::<bool>(), r.clone()).prop_map(|(m, a)| Stmt::Let(m, a)).boxed()),
        (2, (any::<bool>(), index()).prop_map(|(m, i)| Stmt::LetInt(m, i)).boxed()),
        (2, (byte(), byte(), index()).prop_map(|(k, op, i)| Stmt::Step(k, op, i)).boxed()),
        (1, r.clone().prop_map(Stmt::LetFloor).boxed()),
        (1, (byte(), r.clone()).prop_map(|(v, a)| Stmt::Shadow(v, a)).boxed()),
        (8, (byte(), byte(), r.clone()).prop_map(|(v, op, a)| Stmt::Assign(v, op, a)).boxed()),
        (
            6,
            (byte(), index(), byte(), r.clone())
                .prop_map(|(v, i, op, a)| Stmt::AssignAt(v, i, op, a))
                .boxed(),
        ),
        (3, (t.clone(), b.clone(), b.clone()).prop_map(|(t, a, b)| Stmt::If(t, a, b)).boxed()),
        (
            1,
            (t.clone(), b.clone(), t.clone(), b.clone(), b.clone())
                .prop_map(|(t, a, u, b, c)| Stmt::ElseIf(t, a, u, b, c))
                .boxed(),
        ),
        (
            2,
            (index(), [b.clone(), b.clone(), b.clone(), b.clone()])
                .prop_map(|(i, arms)| Stmt::Match(i, arms.into()))
                .boxed(),
        ),
        (
            4,
            (byte(), index(), index(), b.clone())
                .prop_map(|(k, i, j, b)| Stmt::For(k, i, j, b))
                .boxed(),
        ),
        (
            4,
            (byte(), byte(), byte(), b.clone())
                .prop_map(|(k, s, t, b)| Stmt::Each(k, s, t, b))
                .boxed(),
        ),
        (1, (index(), t.clone(), b.clone()).prop_map(|(i, t, b)| Stmt::While(i, t, b)).boxed()),
        (1, (index(), t.clone(), b.clone()).prop_map(|(i, t, b)| Stmt::Loop(i, t, b)).boxed()),
        (
            1,
            (index(), t.clone(), b.clone(), r.clone(), r.clone())
                .prop_map(|(i, t, b, x, y)| Stmt::LoopValue(i, t, b, x, y))
                .boxed(),
        ),
        (1, (t.clone(), byte()).prop_map(|(t, k)| Stmt::Break(t, k)).boxed()),
        (1, (t.clone(), byte()).prop_map(|(t, k)| Stmt::Continue(t, k)).boxed()),
        (1, (t.clone(), r.clone()).prop_map(|(t, a)| Stmt::Return(t, a)).boxed()),
        (1, (byte(), r.clone(), r.clone()).prop_map(|(k, a, b)| Stmt::Pair(k, a, b)).boxed()),
        (1, (byte(), byte()).prop_map(|(a, b)| Stmt::Exchange(a, b)).boxed()),
        (
            3,
            (byte(), r.clone(), r.clone(), index(), byte())
                .prop_map(|(k, a, b, i, s)| Stmt::LetVec(k, a, b, i, s))
                .boxed(),
        ),
        (1, (byte(), r.clone(), r.clone()).prop_map(|(k, a, b)| Stmt::LetArray(k, a, b)).boxed()),
        (
            1,
            (byte(), r.clone(), r.clone(), index())
                .prop_map(|(k, a, b, i)| Stmt::LetMatrix(k, a, b, i))
                .boxed(),
        ),
        (1, (byte(), index()).prop_map(|(s, i)| Stmt::Row(s, i)).boxed()),
        (
            1,
            (byte(), byte(), index(), index())
                .prop_map(|(k, s, i, j)| Stmt::Slice(k, s, i, j))
                .boxed(),
        ),
        (1, byte().prop_map(Stmt::Unpack).boxed()),
        (2, (byte(), r.clone()).prop_map(|(s, a)| Stmt::Push(s, a)).boxed()),
        (1, (byte(), any::<bool>()).prop_map(|(s, k)| Stmt::Pop(s, k)).boxed()),
        (1, (byte(), index(), index()).prop_map(|(s, i, j)| Stmt::Swap(s, i, j)).boxed()),
        (1, byte().prop_map(Stmt::Move).boxed()),
        (1, (byte(), r.clone(), index()).prop_map(|(f, a, i)| Stmt::CallPair(f, a, i)).boxed()),
        (1, (byte(), r.clone(), byte()).prop_map(|(f, a, s)| Stmt::CallVec(f, a, s)).boxed()),
        (1, (byte(), r.clone(), byte()).prop_map(|(f, a, s)| Stmt::CallArray(f, a, s)).boxed()),
        (
            2,
            (byte(), byte(), byte(), [r.clone(), r.clone()], index())
                .prop_map(|(k, s, t, p, i)| Stmt::LetChain(k, s, t, p.into(), i))
                .boxed(),
        ),
        (
            3,
            (byte(), byte(), r.clone(), r.clone())
                .prop_map(|(k, s, a, b)| Stmt::LetStruct(k, s, a, b))
                .boxed(),
        ),
        (
            2,
            (byte(), byte(), r.clone(), r.clone())
                .prop_map(|(k, s, a, b)| Stmt::AssignStruct(k, s, a, b))
                .boxed(),
        ),
        (
            1,
            (byte(), r.clone(), r.clone(), index())
                .prop_map(|(k, a, b, i)| Stmt::LetList(k, a, b, i))
                .boxed(),
        ),
        (2, (byte(), byte(), b.clone()).prop_map(|(k, s, b)| Stmt::EachStruct(k, s, b)).boxed()),
        (
            1,
            (byte(), index(), byte(), r.clone())
                .prop_map(|(k, i, op, a)| Stmt::AssignInList(k, i, op, a))
                .boxed(),
        ),
        (
            2,
            (byte(), t.clone(), r.clone(), r.clone())
                .prop_map(|(k, t, a, b)| Stmt::LetEnum(k, t, a, b))
                .boxed(),
        ),
        (
            2,
            (byte(), [b.clone(), b.clone(), b.clone(), b.clone()])
                .prop_map(|(k, arms)| Stmt::MatchEnum(k, arms.into()))
                .boxed(),
        ),
        (
            2,
            (byte(), byte(), t.clone(), r.clone())
                .prop_map(|(k, s, t, a)| Stmt::LetOption(k, s, t, a))
                .boxed(),
        ),
        (
            3,
            (byte(), byte(), t.clone(), r.clone())
                .prop_map(|(k, s, t, a)| Stmt::SetOption(k, s, t, a))
                .boxed(),
        ),
        (
            3,
            (byte(), byte(), b.clone(), b.clone())
                .prop_map(|(k, s, a, b)| Stmt::IfLet(k, s, a, b))
                .boxed(),
        ),
        (1, (byte(), byte(), r.clone()).prop_map(|(k, s, a)| Stmt::LetElse(k, s, a)).boxed()),
        (1, (byte(), index(), r.clone()).prop_map(|(k, i, a)| Stmt::LetMany(k, i, a)).boxed()),
        (1, (byte(), byte(), b.clone()).prop_map(|(k, s, b)| Stmt::EachOption(k, s, b)).boxed()),
        (2, (byte(), byte(), r.clone()).prop_map(|(k, s, a)| Stmt::LetResult(k, s, a)).boxed()),
        (
            2,
            (byte(), byte(), b.clone(), b.clone())
                .prop_map(|(k, s, a, b)| Stmt::MatchResult(k, s, a, b))
                .boxed(),
        ),
        (
            3,
            (byte(), [byte(), byte(), byte()], [b.clone(), b.clone(), b.clone(), b.clone()])
                .prop_map(|(k, patterns, arms)| Stmt::MatchHolder(k, patterns, arms.into()))
                .boxed(),
        ),
        (3, (byte(), byte(), r.clone()).prop_map(|(f, s, a)| Stmt::CallUnique(f, s, a)).boxed()),
        (2, (byte(), byte(), r.clone()).prop_map(|(f, s, a)| Stmt::CallStruct(f, s, a)).boxed()),
        (
            3,
            (byte(), any::<bool>(), r.clone())
                .prop_map(|(f, q, a)| Stmt::CallOption(f, q, a))
                .boxed(),
        ),
        (
            3,
            (byte(), byte(), r.clone(), b.clone())
                .prop_map(|(kind, k, a, b)| Stmt::Parts(kind, k, a, b))
                .boxed(),
        ),
        (3, (byte(), byte(), r.clone()).prop_map(|(f, k, a)| Stmt::CallParts(f, k, a)).boxed()),
        (
            3,
            (byte(), byte(), index(), index())
                .prop_map(|(f, k, i, j)| Stmt::LetPlain(f, k, i, j))
                .boxed(),
        ),
        (3, (byte(), byte(), index()).prop_map(|(f, k, i)| Stmt::Change(f, k, i)).boxed()),
        (
            2,
            (byte(), byte(), byte(), index())
                .prop_map(|(f, a, b, i)| Stmt::Trade(f, a, b, i))
                .boxed(),
        ),
        (2, (byte(), byte(), byte()).prop_map(|(f, a, b)| Stmt::Rename(f, a, b)).boxed()),
        (
            1,
            (byte(), byte(), byte(), b.clone())
                .prop_map(|(f, a, b, body)| Stmt::Inner(f, a, b, body))
                .boxed(),
        ),
        (1, (byte(), r.clone()).prop_map(|(k, a)| Stmt::Retype(k, a)).boxed()),
        (1, (byte(), byte(), b.clone()).prop_map(|(f, k, b)| Stmt::EachCount(f, k, b)).boxed()),
        (2, (byte(), byte(), r.clone()).prop_map(|(f, k, a)| Stmt::CallCounts(f, k, a)).boxed()),
    ]);
    Level { real, truth, stmts: vec(stmt, 0..5).boxed() }
}

fn body(shapes: BoxedStrategy<u8>, level: &Level) -> BoxedStrategy<Body> {
    let last = [level.real.clone(), level.real.clone()];
    (shapes, level.stmts.clone(), last, any::<u8>())
        .prop_map(|(shape, stmts, last, seq)| Body { shape, stmts, last, seq })
        .boxed()
}

pub fn case() -> impl Strategy<Value = Case> {
    let (small, large) = (level(2), level(3));
    let number = -2.0..2.0f64;
    // what changes something and may fail is where the order of evaluation shows
    let helpers =
        one_of(vec![(7, (0..HELPERS.len() as u8).boxed()), (1, Just(OPTION_UNIQUE).boxed())]);
    let mains = one_of(vec![(7, (0..MAIN.len() as u8).boxed()), (1, Just(MAIN_OPTION).boxed())]);
    (
        vec(body(helpers, &small), 0..4),
        body(mains, &large),
        number.clone(),
        number.clone(),
        vec(number.clone(), 0..5),
        vec(number, 0..4),
        0u8..6,
    )
        .prop_map(|(helpers, main, x, y, v, w, n)| Case { helpers, main, x, y, v, w, n })
}
