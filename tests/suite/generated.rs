//! Random programs as rustc compiles them: value and gradient are those of the interpreter. Written by `tests/laws/emitted.rs` of the compiler.
#![allow(unused, clippy::all)]

use super::support::generated::{Flat, same};

mod p0 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, n: usize) -> (f64, f64) {
        ((0.9 * f64::tanh({ x })).exp(), x)
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, v: &[f64]) -> f64 {
        let k1 = 2;
        let mut a2: [f64; 3] = [(0.9 * ((1 as f64) * x).tanh()).exp(), ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) + x), x];
        let t3: f64 = (if (x) < (if v.is_empty() { x } else { v[v.len() % v.len()] }) {
            (0.53125f64 + x)
        } else {
            (match 4 {
                0 => ((k1 + 4 - 1 % 4) as f64),
                1 | 2 => x,
                k if k % 3 == 1 => ((4 + 4 - k1 % 4) as f64),
                _ => a2[(1 * 2 + k1) % 3],
            })
        });
        ({ ((4 + 4 - v.len() % 4) as f64) } + { a2[k1 % 3] })
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let mut w1: Vec<f64> = Vec::new();
        y
    }
}

#[test]
fn p0() {
    let value = f64::from_bits(4603178201094430971);
    same("value", p0::f(f64::from_bits(4602120119229220358), f64::from_bits(4603178201094430971)), value);
    let (y, gradient) = p0::f_value_and_grad(f64::from_bits(4602120119229220358), f64::from_bits(4603178201094430971));
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408]);
    same("unzipped value", p0::f_primal(f64::from_bits(4602120119229220358), f64::from_bits(4603178201094430971)).0, value);
}

mod p1 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
        [(2 as f64).min((0.15625f64 * x)), (x / (f64::powi((x + x), 2) + 0.75)), x * 0.5]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        ((n as f64) / (f64::powi((f64::powi((f64::powi(0.03125f64, 2) + 0.0), 2) + 0.5).powf(f64::sin(x)), 2) + 0.75))
    }
}

#[test]
fn p1() {
    let value = f64::from_bits(0);
    same(
        "value",
        p1::f(
            f64::from_bits(13834243033226696058),
            vec![f64::from_bits(13825147009165681730), f64::from_bits(13826713575149221369)],
            &[
                f64::from_bits(4605743471238767732),
                f64::from_bits(13826757148560599187),
                f64::from_bits(4605256007708483908),
                f64::from_bits(4605066362234714069),
            ],
            0,
        ),
        value,
    );
    let (y, gradient) = p1::f_value_and_grad(
        f64::from_bits(13834243033226696058),
        vec![f64::from_bits(13825147009165681730), f64::from_bits(13826713575149221369)],
        &[
            f64::from_bits(4605743471238767732),
            f64::from_bits(13826757148560599187),
            f64::from_bits(4605256007708483908),
            f64::from_bits(4605066362234714069),
        ],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[9223372036854775808, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p1::f_primal(
            f64::from_bits(13834243033226696058),
            vec![f64::from_bits(13825147009165681730), f64::from_bits(13826713575149221369)],
            &[
                f64::from_bits(4605743471238767732),
                f64::from_bits(13826757148560599187),
                f64::from_bits(4605256007708483908),
                f64::from_bits(4605066362234714069),
            ],
            0,
        )
        .0,
        value,
    );
}

mod p2 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, n: usize) -> (f64, f64) {
        if !((2.28125f64) <= (x)) {
        } else {
        }
        let mut t1: f64 = (x * x);
        (
            {
                let mut k2 = 0;
                'l3: loop {
                    if k2 >= 1 % 5 {
                        break;
                    }
                    k2 += 1;
                    if (x) >= (x) {
                        break 'l3;
                    }
                }
                'l5: for i4 in n % 3..n % 6 {}
                (x).mul_add((-0.0625), x)
            },
            {
                if (n as f64) > (x) {}
                (t1).hypot((-2.75))
            },
        )
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> f64 {
        (0.9 * ((if w.is_empty() { x } else { w[2 % w.len()] }).atan()).tanh()).cosh()
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, w: Vec<f64>) -> f64 {
        let mut w1 = w;
        let t2: f64 = if w1.len() > 1 { w1.pop().unwrap() } else { x };
        (if w1.len() > 0 { w1[4 % w1.len()] } else { 0.25 })
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        f64::asinh((if (n) < (n) { (y + 2.96875f64) } else { (if v.is_empty() { x } else { v[2 % v.len()] }) }))
    }
}

#[test]
fn p2() {
    let value = f64::from_bits(4608406881860573312);
    same(
        "value",
        p2::f(
            f64::from_bits(13824552969844637579),
            f64::from_bits(13820909185944817083),
            &[
                f64::from_bits(4594248967877766097),
                f64::from_bits(4606135879682071467),
                f64::from_bits(4610081093032739068),
                f64::from_bits(13825802076585514095),
            ],
            1,
        ),
        value,
    );
    let (y, gradient) = p2::f_value_and_grad(
        f64::from_bits(13824552969844637579),
        f64::from_bits(13820909185944817083),
        &[
            f64::from_bits(4594248967877766097),
            f64::from_bits(4606135879682071467),
            f64::from_bits(4610081093032739068),
            f64::from_bits(13825802076585514095),
        ],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 4602856867850279013, 0]);
    same(
        "unzipped value",
        p2::f_primal(
            f64::from_bits(13824552969844637579),
            f64::from_bits(13820909185944817083),
            &[
                f64::from_bits(4594248967877766097),
                f64::from_bits(4606135879682071467),
                f64::from_bits(4610081093032739068),
                f64::from_bits(13825802076585514095),
            ],
            1,
        )
        .0,
        value,
    );
}

mod p3 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        (match 5 {
            0 => f64::min(
                f64::rem_euclid((-0.1875), (f64::powi(x, 2) + 0.75)),
                ((if v.len() > 0 { v[(2 + 1) % v.len()] } else { 0.25 }) % (f64::powi(x, 2) + 0.75)),
            ),
            1 | 2 => ((0.9 * (x).tanh()).powi(3) * ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) + x)),
            k if k % 3 == 1 => (2 as f64),
            _ => (x + (x + x)),
        })
    }
}

#[test]
fn p3() {
    let value = f64::from_bits(4616439353114670954);
    same("value", p3::f(f64::from_bits(4609016598755690979), &[]), value);
    let (y, gradient) = p3::f_value_and_grad(f64::from_bits(4609016598755690979), &[]);
    same("value with gradient", y, value);
    gradient.check(&[4613937818241073152]);
    same("unzipped value", p3::f_primal(f64::from_bits(4609016598755690979), &[]).0, value);
}

mod p4 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        { y }
    }
}

#[test]
fn p4() {
    let value = f64::from_bits(4609398472658625740);
    same("value", p4::f(f64::from_bits(4595115550257370906), f64::from_bits(4609398472658625740), &[], 1), value);
    let (y, gradient) = p4::f_value_and_grad(f64::from_bits(4595115550257370906), f64::from_bits(4609398472658625740), &[], 1);
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408]);
    same("unzipped value", p4::f_primal(f64::from_bits(4595115550257370906), f64::from_bits(4609398472658625740), &[], 1).0, value);
}

mod p5 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
        let mut m1: [[f64; 2]; 3] =
            [[((2 as f64) % (f64::powi(x, 2) + 0.75)).max(((x).powi(2) + 0.5).powf(1.7)), (-2.21875)], [x, 0.5], [(-2.21875), x]];
        f64::cos((x * 0.53125f64))
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> f64 {
        let t1 = (f64::powi(
            (match 2 {
                0 => x,
                1 | 2 => x,
                k if k % 3 == 1 => (2 as f64),
                _ => (2 as f64),
            }),
            2,
        ) + 0.5)
            .cbrt();
        let t2: f64 = ((t1).rem_euclid((f64::powi(t1, 2) + 0.75))).mul_add(((2 * 2 + 4) as f64).sin(), x);
        { (if w.is_empty() { x } else { w[2 % w.len()] }) }
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        g1(y + 0.25 * x, vec![f64::abs((y + (-0.3125))), x])
    }
}

#[test]
fn p5() {
    let value = f64::from_bits(4608591815883755465);
    same("value", p5::f(f64::from_bits(13829562181636555748), f64::from_bits(4609999190767308745)), value);
    let (y, gradient) = p5::f_value_and_grad(f64::from_bits(13829562181636555748), f64::from_bits(4609999190767308745));
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408]);
    same("unzipped value", p5::f_primal(f64::from_bits(13829562181636555748), f64::from_bits(4609999190767308745)).0, value);
}

mod p6 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
        (f64::powi((x + 3.46875f64), 2) + 1.0).recip()
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, a: [f64; 3]) -> [f64; 3] {
        let t1: f64 = (if (x) <= (a[2 % 3]) { (x).sin() } else { (x + x) });
        'l2: for i5 in 0..a.len() {
            'l7: for i6 in (i5 % 3..i5 % 6).rev() {}
            let t8: f64 = (x).min((-2.25));
            if (1 as f64) >= (a[i5 % 3]) {
                continue 'l2;
            }
        }
        let [p9, _, mut q10] = a;
        [
            p9,
            (match 2 {
                0 => g0(a[2 % 3] + 0.25 * x, &a),
                1 | 2 => ((2 + a.len()) as f64).copysign(x),
                k if k % 3 == 1 => (0.9 * (p9).tanh()).exp_m1(),
                _ => (p9).mul_add(q10, x),
            }),
            x * 0.5,
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        let t1: f64 = (f64::powi(y, 2) + 0.5).powf(f64::sin(((y).powi(2) + 1.0).ln()));
        'l3: for i2 in n % 3..2 % 6 {}
        0.25
    }
}

#[test]
fn p6() {
    let value = f64::from_bits(4598175219545276416);
    same(
        "value",
        p6::f(
            f64::from_bits(4607700599298031376),
            f64::from_bits(4606389499331010125),
            &[f64::from_bits(4610115514516884777), f64::from_bits(13827620527642937263)],
            2,
        ),
        value,
    );
    let (y, gradient) = p6::f_value_and_grad(
        f64::from_bits(4607700599298031376),
        f64::from_bits(4606389499331010125),
        &[f64::from_bits(4610115514516884777), f64::from_bits(13827620527642937263)],
        2,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0]);
    same(
        "unzipped value",
        p6::f_primal(
            f64::from_bits(4607700599298031376),
            f64::from_bits(4606389499331010125),
            &[f64::from_bits(4610115514516884777), f64::from_bits(13827620527642937263)],
            2,
        )
        .0,
        value,
    );
}

mod p7 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> f64 {
        let t1: f64 = x;
        'l3: for i2 in (0..=2 % 4).rev() {
            let t4 = x;
            if (t4) >= (x) {
                return (if w.is_empty() { x } else { w[i2 % w.len()] }).copysign(t4);
            }
            let k5 = f64::abs((i2 as f64)).min(5.0) as usize;
            let (p6, q7) = (((t4).powi(2) + 1.0).powi(-2)).sin_cos();
        }
        (match (w.len() + 4 - 2 % 4) {
            0 => ((x).powi(2) + 0.5).cbrt(),
            1 | 2 => (2 as f64).ceil(),
            k if k % 3 == 1 => (x % (f64::powi(x, 2) + 0.75)),
            _ => (if (x) > ((2 + 4 - 3 % 4) as f64) { x } else { x }),
        })
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        let k1 = f64::abs(f64::tanh((if (x) < (x) { (2 as f64) } else { x }))).min(5.0) as usize;
        let k3 = 2 % (w.len() + 1);
        let k4 = k3 + k1 % (w.len() + 1 - k3);
        let s2 = &w[k3..k4];
        let mut k5 = 0;
        'l6: loop {
            if k5 >= w.len() % 5 {
                break;
            }
            k5 += 1;
            if (k5) <= (k5) {
                break 'l6;
            }
        }
        let t7: f64 = g0((s2.len() as f64) + 0.25 * x, s2.to_vec());
        vec![
            ((match k1 {
                0 => t7,
                1 | 2 => t7,
                k if k % 3 == 1 => x,
                _ => x,
            }) + ((4 * 2 + 0) as f64)),
            (match w.len() {
                0 => (x).copysign((if w.is_empty() { x } else { w[1 % w.len()] })),
                1 | 2 => g0((-3.34375) + 0.25 * x, s2.to_vec()),
                k if k % 3 == 1 => x,
                _ => (((5 + k1) as f64) / (f64::powi((if w.is_empty() { x } else { w[k1 % w.len()] }), 2) + 0.75)),
            }),
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        let mut w1: Vec<f64> = Vec::new();
        let k2 = f64::abs(g0((((if v.is_empty() { x } else { v[n % v.len()] }).atan()).powi(2) + 0.5).sqrt() + 0.25 * x, v.to_vec()))
            .min(5.0) as usize;
        let t4: f64 = {
            let t3: f64 = (p.0).hypot(g0((v.len() as f64) + 0.25 * x, w1.clone()));
            g0(
                (match (k2 + 2) {
                    0 => 0.84375f64,
                    1 | 2 => x,
                    k if k % 3 == 1 => (if w1.len() > 0 { w1[k2 % w1.len()] } else { 0.25 }),
                    _ => (if v.is_empty() { x } else { v[n % v.len()] }),
                }) + 0.25 * x,
                w1.clone(),
            )
        };
        p.1
    }
}

#[test]
fn p7() {
    let value = f64::from_bits(4605380978949069210);
    same(
        "value",
        p7::f(
            f64::from_bits(4594269646015996500),
            (f64::from_bits(4610990523457280642), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(13832753609972156971),
                f64::from_bits(13818357466469777106),
                f64::from_bits(13820698763478593199),
                f64::from_bits(13814616494637258539),
            ],
            3,
        ),
        value,
    );
    let (y, gradient) = p7::f_value_and_grad(
        f64::from_bits(4594269646015996500),
        (f64::from_bits(4610990523457280642), f64::from_bits(4605380978949069210)),
        &[
            f64::from_bits(13832753609972156971),
            f64::from_bits(13818357466469777106),
            f64::from_bits(13820698763478593199),
            f64::from_bits(13814616494637258539),
        ],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 4607182418800017408, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p7::f_primal(
            f64::from_bits(4594269646015996500),
            (f64::from_bits(4610990523457280642), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(13832753609972156971),
                f64::from_bits(13818357466469777106),
                f64::from_bits(13820698763478593199),
                f64::from_bits(13814616494637258539),
            ],
            3,
        )
        .0,
        value,
    );
}

mod p8 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        let mut t1: f64 = 0.65625f64;
        ((0.9 * f64::tanh((t1).hypot((-3.3125)))).atanh()).cos()
    }
}

#[test]
fn p8() {
    let value = f64::from_bits(4592539450862532129);
    same(
        "value",
        p8::f(
            f64::from_bits(13828696251169204084),
            &[
                [f64::from_bits(13828696251169204084), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4607055126705104149), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            0,
        ),
        value,
    );
    let (y, gradient) = p8::f_value_and_grad(
        f64::from_bits(13828696251169204084),
        &[
            [f64::from_bits(13828696251169204084), f64::from_bits(4604480259023595110)],
            [f64::from_bits(4607055126705104149), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p8::f_primal(
            f64::from_bits(13828696251169204084),
            &[
                [f64::from_bits(13828696251169204084), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4607055126705104149), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            0,
        )
        .0,
        value,
    );
}

mod p9 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, n: usize) -> (f64, f64) {
        let t1: f64 = (x + { x });
        let t2: f64 = ((n as f64) / (f64::powi((n as f64), 2) + 0.75));
        (
            ((x).to_radians() + x),
            (match n {
                0 => x,
                1 | 2 => t1,
                k if k % 3 == 1 => t1,
                _ => t1,
            }),
        )
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, a: [f64; 3]) -> [f64; 3] {
        let mut w1: Vec<f64> = vec![
            {
                let (p, _) = g0(x + 0.25 * x, (2 + 2));
                p
            },
            (match 3 {
                0 => 0.375,
                1 | 2 => (if (a[3 % 3]) <= (x) { a[(2 * 2 + 2) % 3] } else { a[(a.len() * 2 + 2) % 3] }),
                k if k % 3 == 1 => {
                    (match 2 {
                        0 => a[2 % 3],
                        1 | 2 => a[2 % 3],
                        k if k % 3 == 1 => x,
                        _ => x,
                    })
                }
                _ => a[(2 / (2 + 1)) % 3],
            }),
        ];
        [
            (f64::copysign((-2.375), x)
                + (match 2 {
                    0 => x,
                    1 | 2 => a[4 % 3],
                    k if k % 3 == 1 => x,
                    _ => x,
                })),
            ((a[(2 + 4 - 2 % 4) % 3] - (-0.5625)) + {
                let (p, _) = g0(x + 0.25 * x, (a.len() + 2));
                p
            }),
            x * 0.5,
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        if !((n) == (n)) {
            let mut k1 = 0;
            'l2: loop {
                if k1 >= 5 % 5 {
                    break;
                }
                k1 += 1;
                let mut a3: [f64; 3] = g1(m[1 % 3][(1 + 1) % 2] + 0.25 * x, [x, 0.5, 0.25]);
                if (k1) != (0) {
                    break 'l2;
                }
            }
        } else if (g0(x + 0.25 * x, n).1) > (x) {
            let r4 = &m[m.len() % 3];
        } else {
            let mut a5: [f64; 3] = [g0((x).min(m[n % 3][(n + 1) % 2]) + 0.25 * x, n).1; 3];
        }
        f64::mul_add(
            (f64::powi(
                {
                    let (_, q): (f64, f64) = g0(x + 0.25 * x, n);
                    q
                },
                2,
            ) + 0.5)
                .powf(f64::sin((f64::powi(x, 2) + 0.5).powf(f64::sin(x)))),
            (match (m.len() / (0 + 1)) {
                0 => (if (x) <= (m[(n * 2 + m.len()) % 3][((n * 2 + m.len()) + 1) % 2]) { (-2.40625) } else { m[n % 3][(n + 1) % 2] }),
                1 | 2 => f64::clamp(x, -1.5, 1.5),
                k if k % 3 == 1 => (3.46875f64 * x),
                _ => (m[(n * 2 + n) % 3][((n * 2 + n) + 1) % 2]).rem_euclid((f64::powi((-1.6875), 2) + 0.75)),
            }),
            x,
        )
    }
}

#[test]
fn p9() {
    let value = f64::from_bits(4594102283975500497);
    same(
        "value",
        p9::f(
            f64::from_bits(13824229834283172253),
            &[
                [f64::from_bits(13824229834283172253), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13814454647269417293), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            0,
        ),
        value,
    );
    let (y, gradient) = p9::f_value_and_grad(
        f64::from_bits(13824229834283172253),
        &[
            [f64::from_bits(13824229834283172253), f64::from_bits(4604480259023595110)],
            [f64::from_bits(13814454647269417293), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[4595306928502980475, 0, 4605070440511685746, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p9::f_primal(
            f64::from_bits(13824229834283172253),
            &[
                [f64::from_bits(13824229834283172253), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13814454647269417293), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            0,
        )
        .0,
        value,
    );
}

mod p10 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        let t1: f64 = (0.9 * ((x).floor()).tanh()).exp2();
        vec![
            { (0.9 * (x).tanh()).powi(3) },
            (if (x) > (if v.is_empty() { x } else { v[2 % v.len()] }) {
                (if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 })
            } else {
                (f64::powi((-0.875), 2) + 1.0).ln()
            }),
        ]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        'l2: for i1 in (0..=0 % 4).rev() {}
        let mut w3 = g0(((0.9 * ((0.9 * (x).tanh()).sinh()).tanh()).exp()).atan2((0.9 * f64::tanh(x)).exp_m1()) + 0.25 * x, v);
        match 2 {
            0 | 3 => {}
            1..=2 => {}
            k if k % 2 == 0 => {}
            _ => {
                'l5: for i4 in (0..=1 % 4).rev() {
                    if w3.len() > 0 {
                        let k6 = 5 % w3.len();
                        w3[k6] -= (x).min(y);
                    }
                    let mut w7: Vec<f64> = Vec::with_capacity(n);
                    let mut w8 = g0(f64::fract((-3.5)) + 0.25 * x, &w7);
                }
                'l10: for i9 in (n + 3) % 3..n % 6 {
                    'l12: for i11 in (0..=n % 4).rev() {}
                }
                let k13 = n;
            }
        }
        f64::max(
            (((n / (n + 1)) as f64) + (if w3.len() > 0 { w3[0 % w3.len()] } else { 0.25 })).copysign(x),
            (if (w3.len() + 4 - v.len() % 4) == (n) { x } else { (if w3.len() > 0 { w3[2 % w3.len()] } else { 0.25 }).trunc() }),
        )
    }
}

#[test]
fn p10() {
    let value = f64::from_bits(4602600388950958287);
    same(
        "value",
        p10::f(
            f64::from_bits(4601190164704414497),
            f64::from_bits(4607791212977765666),
            &[
                f64::from_bits(4611375901341149930),
                f64::from_bits(4596815915172088199),
                f64::from_bits(13816084213538779273),
                f64::from_bits(4606846632953596072),
            ],
            1,
        ),
        value,
    );
    let (y, gradient) = p10::f_value_and_grad(
        f64::from_bits(4601190164704414497),
        f64::from_bits(4607791212977765666),
        &[
            f64::from_bits(4611375901341149930),
            f64::from_bits(4596815915172088199),
            f64::from_bits(13816084213538779273),
            f64::from_bits(4606846632953596072),
        ],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[13816066656287678936, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p10::f_primal(
            f64::from_bits(4601190164704414497),
            f64::from_bits(4607791212977765666),
            &[
                f64::from_bits(4611375901341149930),
                f64::from_bits(4596815915172088199),
                f64::from_bits(13816084213538779273),
                f64::from_bits(4606846632953596072),
            ],
            1,
        )
        .0,
        value,
    );
}

mod p11 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        match 2 {
            0 | 3 => {
                let mut w1: Vec<f64> = v[..].to_vec();
                'l2: for e3 in w1.iter_mut() {}
                let mut t6 = ((if w1.len() > 0 { w1[3 % w1.len()] } else { 0.25 }) % (f64::powi(x, 2) + 0.75));
            }
            1..=2 => {
                let t7: f64 = x;
                let t7: f64 = x;
            }
            k if k % 2 == 0 => match (2 / (2 + 1)) {
                0 | 3 => {}
                1..=2 => {}
                k if k % 2 == 0 => {}
                _ => {}
            },
            _ => match (2 * 2 + 2) {
                0 | 3 => {}
                1..=2 => {}
                k if k % 2 == 0 => {}
                _ => {}
            },
        }
        vec![x, (if v.is_empty() { x } else { v[(3 * 2 + 4) % v.len()] })]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        let k1 = 2;
        let mut t2 = (0.9 * f64::tanh(f64::max((-2.8125), 2.90625f64))).atanh();
        t2 *= f64::sin(f64::asinh(t2));
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        let t1: f64 = (f64::min((y * 3.3125), x) - (y + y));
        'l3: for i2 in 0 % 3..v.len() % 6 {
            let mut k4 = 0;
            'l5: loop {
                if k4 >= (i2 + 4 - 1 % 4) % 5 {
                    break;
                }
                k4 += 1;
                let mut k6 = 0;
                let t8: f64 = 'l7: loop {
                    if k6 >= n % 5 {
                        break y;
                    }
                    k6 += 1;
                    if (3 as f64) <= (2.9375) {
                        break 'l7 (if v.len() > 0 { v[k4 % v.len()] } else { 0.25 });
                    }
                };
                let t9: f64 = (if v.len() > 0 { v[5 % v.len()] } else { 0.25 });
                if (4) <= (i2 + i2) {
                    break 'l5;
                }
            }
            let mut t10 = x;
        }
        (n as f64)
    }
}

#[test]
fn p11() {
    let value = f64::from_bits(0);
    same(
        "value",
        p11::f(
            f64::from_bits(4607351243335966026),
            f64::from_bits(13826477453384061340),
            &[f64::from_bits(4610903748602052139), f64::from_bits(13832109528090263563), f64::from_bits(13827830601226001830)],
            0,
        ),
        value,
    );
    let (y, gradient) = p11::f_value_and_grad(
        f64::from_bits(4607351243335966026),
        f64::from_bits(13826477453384061340),
        &[f64::from_bits(4610903748602052139), f64::from_bits(13832109528090263563), f64::from_bits(13827830601226001830)],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p11::f_primal(
            f64::from_bits(4607351243335966026),
            f64::from_bits(13826477453384061340),
            &[f64::from_bits(4610903748602052139), f64::from_bits(13832109528090263563), f64::from_bits(13827830601226001830)],
            0,
        )
        .0,
        value,
    );
}

mod p12 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
        (0.9 * ((0.9 * (x).tanh()).acos()).tanh()).sinh()
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        w
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, a: [f64; 3]) -> [f64; 3] {
        'l2: for i1 in (0..=a.len() % 4).rev() {
            'l3: for (e4, e5) in a.iter().zip(a.iter()) {}
            let mut w7: Vec<f64> = Vec::new();
            let t8 = x;
            let mut t9 = t8;
        }
        match 2 {
            0 | 3 => {
                'l11: for i10 in 0..2 % 5 {}
                let mut t12: f64 = g0(x + 0.25 * x, &a);
            }
            1..=2 => {}
            k if k % 2 == 0 => {}
            _ => {
                let mut t13: f64 = g0(x + 0.25 * x, &a);
            }
        }
        [(x).ceil(), ((a[2 % 3] + x) - f64::max(1.5625, (2 as f64))), x * 0.5]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        y
    }
}

#[test]
fn p12() {
    let value = f64::from_bits(4610486663904553878);
    same(
        "value",
        p12::f(f64::from_bits(13815300581612474796), f64::from_bits(4610486663904553878), &[f64::from_bits(4607996205018464629)], 3),
        value,
    );
    let (y, gradient) = p12::f_value_and_grad(
        f64::from_bits(13815300581612474796),
        f64::from_bits(4610486663904553878),
        &[f64::from_bits(4607996205018464629)],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408, 0]);
    same(
        "unzipped value",
        p12::f_primal(f64::from_bits(13815300581612474796), f64::from_bits(4610486663904553878), &[f64::from_bits(4607996205018464629)], 3)
            .0,
        value,
    );
}

mod p13 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let mut t1 = (if v.len() > 0 { v[2 % v.len()] } else { 0.25 });
        (-0.0625)
    }
}

#[test]
fn p13() {
    let value = f64::from_bits(13812540057145311232);
    same("value", p13::f(f64::from_bits(13831076203088028135), &[]), value);
    let (y, gradient) = p13::f_value_and_grad(f64::from_bits(13831076203088028135), &[]);
    same("value with gradient", y, value);
    gradient.check(&[0]);
    same("unzipped value", p13::f_primal(f64::from_bits(13831076203088028135), &[]).0, value);
}

mod p14 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, y: f64) -> f64 {
        let t1 = (y % (f64::powi(y, 2) + 0.75));
        let mut k2 = 0;
        'l3: loop {
            if k2 >= 2 % 5 {
                break;
            }
            k2 += 1;
            if (k2 as f64) <= (t1) {
                break 'l3;
            }
            if ((k2 + 4 - 4 % 4) as f64) <= (x) {
                break 'l3;
            }
        }
        (f64::powi(3.15625f64, 2) + 0.0)
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
        let t1: f64 = (if v.is_empty() { x } else { v[2 % v.len()] });
        if !((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) <= (x)) {
            let mut w2: Vec<f64> = v.to_vec();
        } else {
            if (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) > (1.90625f64) {
            } else if (if v.len() > 0 { v[5 % v.len()] } else { 0.25 }) > (x) {
            } else {
            }
            let mut k3 = 0;
            let t5: f64 = 'l4: loop {
                if k3 >= (2 / (v.len() + 1)) % 5 {
                    break ((-0.75) + (if v.len() > 0 { v[k3 % v.len()] } else { 0.25 }));
                }
                k3 += 1;
                if (if v.len() > 0 { v[(k3 * 2 + 4) % v.len()] } else { 0.25 }) <= (x) {
                    break 'l4 { x };
                }
            };
            let s6 = &v[1 % (v.len() + 1)..];
        }
        vec![f64::min({ x }, (0.02 * (x).to_degrees())), {
            let t7: f64 = ((-1.53125) + x);
            'l8: for e9 in v.iter().rev() {}
            let t12: f64 = (if (x) < (if v.is_empty() { x } else { v[(v.len() / (2 + 1)) % v.len()] }) { x } else { t7 });
            (1.0 / (f64::powi(2.84375f64, 2) + 0.75))
        }]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        if ((n / (n + 1)) < (1 + n)) && (((1.25) <= (x)) && ((x) > (n as f64))) {
            return f64::min((g0(x + 0.25 * x, m[n % 3][(n + 1) % 2]) * x), (f64::powi(((-0.5625) - x), 2) + 1.5).acosh());
        }
        let t1: f64 = 0.03125f64;
        2.9375
    }
}

#[test]
fn p14() {
    let value = f64::from_bits(4613797080752717824);
    same(
        "value",
        p14::f(
            f64::from_bits(13823179608947400398),
            &[
                [f64::from_bits(13823179608947400398), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13833896728222448130), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            1,
        ),
        value,
    );
    let (y, gradient) = p14::f_value_and_grad(
        f64::from_bits(13823179608947400398),
        &[
            [f64::from_bits(13823179608947400398), f64::from_bits(4604480259023595110)],
            [f64::from_bits(13833896728222448130), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p14::f_primal(
            f64::from_bits(13823179608947400398),
            &[
                [f64::from_bits(13823179608947400398), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13833896728222448130), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            1,
        )
        .0,
        value,
    );
}

mod p15 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        let s1 = &v[..(2 / (2 + 1)) % (v.len() + 1)];
        (((x).powi(2) + 1.5).acosh() - x)
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, n: usize) -> (f64, f64) {
        'l2: for i1 in (0..=0 % 4).rev() {
            let mut t3 = x;
        }
        (
            ((match n {
                0 => (n as f64),
                1 | 2 => x,
                k if k % 3 == 1 => x,
                _ => x,
            }) * 3.65625f64),
            x,
        )
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, n: usize) -> (f64, f64) {
        ((0.9 * (x).tanh()).cosh(), x)
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        x
    }
}

#[test]
fn p15() {
    let value = f64::from_bits(13834626383206733187);
    same(
        "value",
        p15::f(f64::from_bits(13834626383206733187), &[f64::from_bits(13829659563702086166), f64::from_bits(13832703432994429196)]),
        value,
    );
    let (y, gradient) = p15::f_value_and_grad(
        f64::from_bits(13834626383206733187),
        &[f64::from_bits(13829659563702086166), f64::from_bits(13832703432994429196)],
    );
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0, 0]);
    same(
        "unzipped value",
        p15::f_primal(f64::from_bits(13834626383206733187), &[f64::from_bits(13829659563702086166), f64::from_bits(13832703432994429196)])
            .0,
        value,
    );
}

mod p16 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        ((((-3.25) + x) - ((1 + 4 - m.len() % 4) as f64))
            * (match n {
                0 => (m[n % 3][(n + 1) % 2] + x),
                1 | 2 => x,
                k if k % 3 == 1 => x,
                _ => 0.71875f64,
            }))
    }
}

#[test]
fn p16() {
    let value = f64::from_bits(13840200363084239116);
    same(
        "value",
        p16::f(
            f64::from_bits(13831025018795277693),
            &[
                [f64::from_bits(13831025018795277693), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4611233507862146414), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            5,
        ),
        value,
    );
    let (y, gradient) = p16::f_value_and_grad(
        f64::from_bits(13831025018795277693),
        &[
            [f64::from_bits(13831025018795277693), f64::from_bits(4604480259023595110)],
            [f64::from_bits(4611233507862146414), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[4604649144009621504, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p16::f_primal(
            f64::from_bits(13831025018795277693),
            &[
                [f64::from_bits(13831025018795277693), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4611233507862146414), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            5,
        )
        .0,
        value,
    );
}

mod p17 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        let t4: f64 = {
            let mut t1: f64 = match 5 {
                0 => x,
                1 | 2 => (if v.is_empty() { x } else { v[2 % v.len()] }),
                k if k % 3 == 1 => (-3.4375),
                _ => x,
            };
            'l3: for i2 in v.len() % 3..3 % 6 {}
            (f64::powi((-1.5625), 2) + 0.5).powf(f64::sin(1.09375f64))
        };
        vec![(0.9 * ((x).copysign(x)).tanh()).asin(), (3.0625 * (x + x))]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
        (x * (2 as f64)).floor()
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        (0.9 * f64::tanh(0.90625f64)).exp()
    }
}

#[test]
fn p17() {
    let value = f64::from_bits(4611283202349295866);
    same(
        "value",
        p17::f(
            f64::from_bits(4602129700640212183),
            &[f64::from_bits(4607810130671230270), f64::from_bits(4604051399428763096), f64::from_bits(4608572347235276409)],
        ),
        value,
    );
    let (y, gradient) = p17::f_value_and_grad(
        f64::from_bits(4602129700640212183),
        &[f64::from_bits(4607810130671230270), f64::from_bits(4604051399428763096), f64::from_bits(4608572347235276409)],
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0]);
    same(
        "unzipped value",
        p17::f_primal(
            f64::from_bits(4602129700640212183),
            &[f64::from_bits(4607810130671230270), f64::from_bits(4604051399428763096), f64::from_bits(4608572347235276409)],
        )
        .0,
        value,
    );
}

mod p18 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
        ((x * a[2 % 3]) - x)
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let t1 = x;
        let mut w2: Vec<f64> = v.to_vec();
        (match (2 / (2 + 1)) {
            0 => {
                (match w2.len() {
                    0 => ((x).powi(2) + 0.0).ln_1p(),
                    1 | 2 => 0.34375f64,
                    k if k % 3 == 1 => (if w2.len() > 0 { w2[2 % w2.len()] } else { 0.25 }),
                    _ => g0(t1 + 0.25 * x, &[(-0.40625), x, 0.5]),
                })
            }
            1 | 2 => (f64::powi(3.375, 2) + 0.5).powf(f64::sin(((x).powi(2) + 0.0))),
            k if k % 3 == 1 => ((0.625 / (f64::powi(3.46875f64, 2) + 0.75)) % (f64::powi(g0(2.375 + 0.25 * x, &[t1, x, 0.5]), 2) + 0.75)),
            _ => (3 as f64).hypot((0.59375f64 + x)),
        })
    }
}

#[test]
fn p18() {
    let value = f64::from_bits(4599864069405540352);
    same(
        "value",
        p18::f(f64::from_bits(4611222619439342579), &[f64::from_bits(13834200441983614177), f64::from_bits(4609562070021729985)]),
        value,
    );
    let (y, gradient) = p18::f_value_and_grad(
        f64::from_bits(4611222619439342579),
        &[f64::from_bits(13834200441983614177), f64::from_bits(4609562070021729985)],
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0]);
    same(
        "unzipped value",
        p18::f_primal(f64::from_bits(4611222619439342579), &[f64::from_bits(13834200441983614177), f64::from_bits(4609562070021729985)]).0,
        value,
    );
}

mod p19 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> f64 {
        let mut w1: Vec<f64> = Vec::new();
        (-3.6875)
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, a: [f64; 3]) -> [f64; 3] {
        [
            (1.0 / ((((x).powi(2) + 1.0).recip()).powi(2) + 0.75)),
            (f64::powi(g0(x + 0.25 * x, a.to_vec()), 2) + 0.5).powf(f64::sin(((0 + 2) as f64))),
            x * 0.5,
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let t1: f64 = (x).rem_euclid(
            (f64::powi(g0(((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }).powi(2) + 0.5).powf(1.7) + 0.25 * x, v.to_vec()), 2) + 0.75),
        );
        (-1.25)
    }
}

#[test]
fn p19() {
    let value = f64::from_bits(13831680355561635840);
    same("value", p19::f(f64::from_bits(4608207309295946342), &[f64::from_bits(13823260634879599779)]), value);
    let (y, gradient) = p19::f_value_and_grad(f64::from_bits(4608207309295946342), &[f64::from_bits(13823260634879599779)]);
    same("value with gradient", y, value);
    gradient.check(&[0, 0]);
    same("unzipped value", p19::f_primal(f64::from_bits(4608207309295946342), &[f64::from_bits(13823260634879599779)]).0, value);
}

mod p20 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        (if ((if w.is_empty() { x } else { w[n % w.len()] }) * x) >= (1.75) {
            (if v.len() > 0 { v[n % v.len()] } else { 0.25 })
        } else {
            (if v.len() > 0 { v[5 % v.len()] } else { 0.25 })
        })
    }
}

#[test]
fn p20() {
    let value = f64::from_bits(13830766430953733922);
    same(
        "value",
        p20::f(
            f64::from_bits(4608029378923937750),
            vec![f64::from_bits(4608132455082541542), f64::from_bits(4609803808707707163), f64::from_bits(13822800980186530420)],
            &[
                f64::from_bits(4607456664303786550),
                f64::from_bits(13830766430953733922),
                f64::from_bits(4608925957553939723),
                f64::from_bits(13826413740696854217),
            ],
            3,
        ),
        value,
    );
    let (y, gradient) = p20::f_value_and_grad(
        f64::from_bits(4608029378923937750),
        vec![f64::from_bits(4608132455082541542), f64::from_bits(4609803808707707163), f64::from_bits(13822800980186530420)],
        &[
            f64::from_bits(4607456664303786550),
            f64::from_bits(13830766430953733922),
            f64::from_bits(4608925957553939723),
            f64::from_bits(13826413740696854217),
        ],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0, 4607182418800017408, 0, 0]);
    same(
        "unzipped value",
        p20::f_primal(
            f64::from_bits(4608029378923937750),
            vec![f64::from_bits(4608132455082541542), f64::from_bits(4609803808707707163), f64::from_bits(13822800980186530420)],
            &[
                f64::from_bits(4607456664303786550),
                f64::from_bits(13830766430953733922),
                f64::from_bits(4608925957553939723),
                f64::from_bits(13826413740696854217),
            ],
            3,
        )
        .0,
        value,
    );
}

mod p21 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, n: usize) -> (f64, f64) {
        'l2: for i1 in ((n + 4 - n % 4) % 3..(5 + n) % 6).rev() {}
        (((x * x) + ((n as f64) + x)), x)
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, y: f64) -> f64 {
        y
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        (n as f64)
    }
}

#[test]
fn p21() {
    let value = f64::from_bits(4613937818241073152);
    same(
        "value",
        p21::f(
            f64::from_bits(4601932491721678621),
            (f64::from_bits(13828513753123388102), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4610896456517946102), f64::from_bits(13832457599439744876)],
            3,
        ),
        value,
    );
    let (y, gradient) = p21::f_value_and_grad(
        f64::from_bits(4601932491721678621),
        (f64::from_bits(13828513753123388102), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(4610896456517946102), f64::from_bits(13832457599439744876)],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p21::f_primal(
            f64::from_bits(4601932491721678621),
            (f64::from_bits(13828513753123388102), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4610896456517946102), f64::from_bits(13832457599439744876)],
            3,
        )
        .0,
        value,
    );
}

mod p22 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        if (2) < (5) {
        } else {
            let k1 = (3 * 2 + 2);
            let t2: f64 = (if (x) < (1.5625) { x } else { (-0.0625) });
        }
        x
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, y: f64) -> f64 {
        x
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, y: f64) -> f64 {
        let (p1, q2) = f64::sin_cos(
            (match 2 {
                0 => (4 as f64),
                1 | 2 => y,
                k if k % 3 == 1 => y,
                _ => (y / (f64::powi(y, 2) + 0.75)),
            }),
        );
        (0.02 * (y).to_degrees())
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        let t1: f64 = (g0((if w.is_empty() { x } else { w[(0 / (n + 1)) % w.len()] }).min(x) + 0.25 * x, &w) * x);
        match n {
            0 | 3 => {
                'l2: for (e3, e4) in v.iter().zip(w.iter()) {}
                if (1) == (1) {
                    if (x) <= (2.84375f64) {}
                } else if (x) <= (n as f64) {
                    'l7: for i6 in n % 3..n % 6 {}
                    let k8 = f64::abs((x * x)).min(5.0) as usize;
                } else {
                    let t9: f64 = (-0.71875);
                    let k10 = n;
                }
            }
            1..=2 => {
                let mut k11 = 0;
                'l12: while k11 < 2 % 5 && ((x) >= (0.84375f64)) {
                    k11 += 1;
                    let k13 = n;
                    if (x) < (x) {}
                    if (n as f64) <= (-2.90625) {
                        continue 'l12;
                    }
                    'l15: for i14 in 0..2 % 5 {}
                }
                if (k11 / (n + 1)) != (2 * 2 + 3) {
                } else if (x) >= (1.0625) {
                    let k17 = k11 % (v.len() + 1);
                    let k18 = k17 + 5 % (v.len() + 1 - k17);
                    let s16 = &v[k17..k18];
                    'l19: for e20 in v.iter().rev() {}
                    let t23: f64 = (match (k11 / (n + 1)) {
                        0 => x,
                        1 | 2 => (if w.len() > 0 { w[n % w.len()] } else { 0.25 }),
                        k if k % 3 == 1 => x,
                        _ => x,
                    });
                } else {
                    let mut t24 =
                        (x).rem_euclid((f64::powi((if v.len() > 0 { v[(4 + 4 - w.len() % 4) % v.len()] } else { 0.25 }), 2) + 0.75));
                }
                if (k11 * 2 + 4) == (k11) {
                    return x;
                }
                let mut t25: f64 = (f64::powi(
                    (match k11 {
                        0 => (-0.375),
                        1 | 2 => x,
                        k if k % 3 == 1 => x,
                        _ => (if w.is_empty() { x } else { w[(n + 4 - n % 4) % w.len()] }),
                    }),
                    2,
                ) + 0.5)
                    .powf(f64::sin((if w.is_empty() { x } else { w[0 % w.len()] })));
            }
            k if k % 2 == 0 => match 3 {
                0 | 3 => {}
                1..=2 => {
                    if (x) <= (x) {}
                    let mut t26 = x;
                    let k27 = n;
                }
                k if k % 2 == 0 => {
                    let mut k28 = 0;
                    'l29: while k28 < n % 5 && ((x) >= (x)) {
                        k28 += 1;
                    }
                    let k30 = f64::abs(((if w.is_empty() { x } else { w[n % w.len()] }) * 3.375)).min(5.0) as usize;
                    let mut w31: Vec<f64> = Vec::with_capacity(v.len());
                    let t32: f64 = ((-1.3125) / (f64::powi(x, 2) + 0.75));
                }
                _ => {}
            },
            _ => {
                let mut t33: f64 =
                    f64::rem_euclid(g2(x + 0.25 * x, (if w.is_empty() { x } else { w[n % w.len()] })), (f64::powi((-1.1875), 2) + 0.75));
                let mut w34: Vec<f64> = v[..].to_vec();
                if w34.len() > 0 {
                    let k35 = (n / (w34.len() + 1)) % w34.len();
                    w34[k35] += x;
                }
            }
        }
        let mut w36: Vec<f64> =
            vec![x, (if v.len() > 0 { v[3 % v.len()] } else { 0.25 }).max((x).rem_euclid((f64::powi((x).round(), 2) + 0.75)))];
        (((w.len() / (n + 1)) as f64).powi(2) + 1.0).ln()
    }
}

#[test]
fn p22() {
    let value = f64::from_bits(0);
    same("value", p22::f(f64::from_bits(4595333652513295353), vec![], &[f64::from_bits(4596063961329092608)], 0), value);
    let (y, gradient) = p22::f_value_and_grad(f64::from_bits(4595333652513295353), vec![], &[f64::from_bits(4596063961329092608)], 0);
    same("value with gradient", y, value);
    gradient.check(&[0, 0]);
    same("unzipped value", p22::f_primal(f64::from_bits(4595333652513295353), vec![], &[f64::from_bits(4596063961329092608)], 0).0, value);
}

mod p23 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let mut t1 = y;
        t1
    }
}

#[test]
fn p23() {
    let value = f64::from_bits(13833112300309546472);
    same("value", p23::f(f64::from_bits(4599109759636210435), f64::from_bits(13833112300309546472)), value);
    let (y, gradient) = p23::f_value_and_grad(f64::from_bits(4599109759636210435), f64::from_bits(13833112300309546472));
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408]);
    same("unzipped value", p23::f_primal(f64::from_bits(4599109759636210435), f64::from_bits(13833112300309546472)).0, value);
}

mod p24 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        let t1 = (0.9 * (p.1).tanh()).tan();
        p.1
    }
}

#[test]
fn p24() {
    let value = f64::from_bits(4605380978949069210);
    same(
        "value",
        p24::f(
            f64::from_bits(13828288173560776585),
            (f64::from_bits(13818197311615148637), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4611062778305733002)],
            4,
        ),
        value,
    );
    let (y, gradient) = p24::f_value_and_grad(
        f64::from_bits(13828288173560776585),
        (f64::from_bits(13818197311615148637), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(4611062778305733002)],
        4,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 4607182418800017408, 0]);
    same(
        "unzipped value",
        p24::f_primal(
            f64::from_bits(13828288173560776585),
            (f64::from_bits(13818197311615148637), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4611062778305733002)],
            4,
        )
        .0,
        value,
    );
}

mod p25 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        (match v.len() {
            0 => p.1,
            1 | 2 => (x + (x * x)),
            k if k % 3 == 1 => (if v.is_empty() { x } else { v[v.len() % v.len()] }),
            _ => ({ x } - p.0),
        })
    }
}

#[test]
fn p25() {
    let value = f64::from_bits(4615217314642166924);
    same(
        "value",
        p25::f(
            f64::from_bits(4609227161985206055),
            (f64::from_bits(4607850252004027589), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4611208088287279826)],
            5,
        ),
        value,
    );
    let (y, gradient) = p25::f_value_and_grad(
        f64::from_bits(4609227161985206055),
        (f64::from_bits(4607850252004027589), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(4611208088287279826)],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[4615982561426261799, 0, 0, 0]);
    same(
        "unzipped value",
        p25::f_primal(
            f64::from_bits(4609227161985206055),
            (f64::from_bits(4607850252004027589), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(4611208088287279826)],
            5,
        )
        .0,
        value,
    );
}

mod p26 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        'l2: for i1 in (1 % 3..2 % 6).rev() {}
        (0.9 * (y + x).tanh()).asin()
    }
}

#[test]
fn p26() {
    let value = f64::from_bits(4603262959707932281);
    same("value", p26::f(f64::from_bits(13830624049193133747), f64::from_bits(4610337032783051924)), value);
    let (y, gradient) = p26::f_value_and_grad(f64::from_bits(13830624049193133747), f64::from_bits(4610337032783051924));
    same("value with gradient", y, value);
    gradient.check(&[4604377445977940922, 4604377445977940922]);
    same("unzipped value", p26::f_primal(f64::from_bits(13830624049193133747), f64::from_bits(4610337032783051924)).0, value);
}

mod p27 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
        match 2 {
            0 | 3 => {}
            1..=2 => {
                'l2: for i1 in (0..2 % 8).step_by(2 % 3 + 1) {}
                let t3: f64 = ((2 / (2 + 1)) as f64).atan2(a[2 % 3]);
                let t4: f64 = (a[0 % 3] * x);
            }
            k if k % 2 == 0 => {
                let t5: f64 = ((5 * 2 + 2) as f64);
                if (-2.46875) >= (-1.5) {}
            }
            _ => {}
        }
        [(x).cos(), (2 as f64), x * 0.5]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> f64 {
        'l2: for i1 in (0..(4 / (2 + 1)) % 8).step_by(2 % 3 + 1) {
            let mut a3: [f64; 3] = g0((x).copysign(x) + 0.25 * x, [x, 0.5, 0.25]);
        }
        let t4 = (if w.is_empty() { x } else { w[2 % w.len()] });
        ((x + x) % (f64::powi(((if w.is_empty() { x } else { w[3 % w.len()] }) + t4), 2) + 0.75))
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        ((match n {
            0 => g1((n as f64) + 0.25 * x, v.to_vec()),
            1 | 2 => g1(p.0 + 0.25 * x, v.to_vec()),
            k if k % 3 == 1 => (p.0 - p.1),
            _ => (p.0).rem_euclid((f64::powi((if v.len() > 0 { v[(n * 2 + 2) % v.len()] } else { 0.25 }), 2) + 0.75)),
        }) + ({ (if v.is_empty() { x } else { v[n % v.len()] }) } + ((p.0).powi(2) + 1.0).powi(-2)))
    }
}

#[test]
fn p27() {
    let value = f64::from_bits(4604444053005733264);
    same(
        "value",
        p27::f(
            f64::from_bits(4589857299792489585),
            (f64::from_bits(4597857409303085193), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13824939018840356648)],
            3,
        ),
        value,
    );
    let (y, gradient) = p27::f_value_and_grad(
        f64::from_bits(4589857299792489585),
        (f64::from_bits(4597857409303085193), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(13824939018840356648)],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 4595861809158052448, 0, 4607182418800017408]);
    same(
        "unzipped value",
        p27::f_primal(
            f64::from_bits(4589857299792489585),
            (f64::from_bits(4597857409303085193), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13824939018840356648)],
            3,
        )
        .0,
        value,
    );
}

mod p28 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        let s1 = &v[..(2 + v.len()) % (v.len() + 1)];
        vec![
            f64::mul_add(
                (match 2 {
                    0 => (if s1.len() > 0 { s1[(0 / (s1.len() + 1)) % s1.len()] } else { 0.25 }),
                    1 | 2 => x,
                    k if k % 3 == 1 => x,
                    _ => x,
                }),
                2.53125f64,
                x,
            ),
            (x + x).rem_euclid((f64::powi(f64::rem_euclid(2.5625, (f64::powi(0.375, 2) + 0.75)), 2) + 0.75)),
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let mut a1: [f64; 3] = [{ (x).max((-1.65625)) }, x, x];
        x
    }
}

#[test]
fn p28() {
    let value = f64::from_bits(13831664201063868027);
    same("value", p28::f(f64::from_bits(13831664201063868027), &[]), value);
    let (y, gradient) = p28::f_value_and_grad(f64::from_bits(13831664201063868027), &[]);
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408]);
    same("unzipped value", p28::f_primal(f64::from_bits(13831664201063868027), &[]).0, value);
}

mod p29 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, y: f64) -> f64 {
        {
            let t1 = (x / (f64::powi(y, 2) + 0.75));
            let t2: f64 = (t1).atan();
            let mut k3 = 0;
            'l4: while k3 < 2 % 5 && ((y) < (t1)) {
                k3 += 1;
            }
            (y + t1)
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        if (2) <= (2) {
            return x;
        }
        'l1: for (i4, e2) in v.iter().enumerate() {
            match (i4 * 2 + i4) {
                0 | 3 => {
                    'l5: for e6 in v.iter() {}
                    if (5 as f64) <= (1.84375f64) {}
                }
                1..=2 => {
                    let k9 = i4;
                    if (x) < (x) {
                        break 'l1;
                    }
                }
                k if k % 2 == 0 => {
                    let t10: f64 = g0(v[i4] + 0.25 * x, (*e2));
                    'l11: for e12 in v {}
                }
                _ => {}
            }
            if ((x) < (-3.84375)) || ((*e2) <= (*e2)) {
                break 'l1;
            }
            if (*e2) <= (i4 as f64) {
                return (x / (f64::powi(x, 2) + 0.75)).atan2((v[i4] - x));
            }
        }
        g0(((x).abs() / (f64::powi(((x).powi(2) + 1.0).log10(), 2) + 0.75)) + 0.25 * x, (x + 0.40625f64))
    }
}

#[test]
fn p29() {
    let value = f64::from_bits(4606063888957393183);
    same("value", p29::f(f64::from_bits(4606063888957393183), &[f64::from_bits(4584618065923654225)]), value);
    let (y, gradient) = p29::f_value_and_grad(f64::from_bits(4606063888957393183), &[f64::from_bits(4584618065923654225)]);
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0]);
    same("unzipped value", p29::f_primal(f64::from_bits(4606063888957393183), &[f64::from_bits(4584618065923654225)]).0, value);
}

mod p30 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        f64::rem_euclid((((x).powi(2) + 1.0).recip() + x), (f64::powi(x, 2) + 0.75))
    }
}

#[test]
fn p30() {
    let value = f64::from_bits(4613023959818705642);
    same(
        "value",
        p30::f(
            f64::from_bits(13834463572382004874),
            vec![f64::from_bits(4607829324155362305), f64::from_bits(13831445275335279290)],
            &[],
            5,
        ),
        value,
    );
    let (y, gradient) = p30::f_value_and_grad(
        f64::from_bits(13834463572382004874),
        vec![f64::from_bits(4607829324155362305), f64::from_bits(13831445275335279290)],
        &[],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[13836297968545857243, 0, 0]);
    same(
        "unzipped value",
        p30::f_primal(
            f64::from_bits(13834463572382004874),
            vec![f64::from_bits(4607829324155362305), f64::from_bits(13831445275335279290)],
            &[],
            5,
        )
        .0,
        value,
    );
}

mod p31 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        let mut t1: f64 = if (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) > (x) { x } else { { ((v.len() + 4 - 2 % 4) as f64) } };
        let mut t2 = ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) * (x + t1));
        vec![f64::copysign(0.8125, (t2).max((if v.is_empty() { x } else { v[4 % v.len()] }))), (x).trunc()]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let mut k1 = 0;
        'l2: while k1 < (2 + 3) % 5 && ((if (x) >= ((k1 * 2 + 2) as f64) { x } else { x }) >= (y)) {
            k1 += 1;
            if ((k1 as f64) < (y)) || ((x) < (y)) {
                continue 'l2;
            }
        }
        if (3 * 2 + 3) <= (1) {
            let t3: f64 = (match 2 {
                0 => x,
                1 | 2 => (y - (k1 as f64)),
                k if k % 3 == 1 => y,
                _ => (x + x),
            });
            let mut w4: Vec<f64> = vec![({ y } * ((y).powi(2) + 1.0).powi(-2)); 3];
            if w4.len() > 0 {
                let k5 = w4.len() % w4.len();
                w4[k5] += (if w4.len() > 0 { w4[5 % w4.len()] } else { 0.25 });
            }
            if !((x) >= (if w4.is_empty() { x } else { w4[0 % w4.len()] })) {
            } else {
                'l7: for i6 in (0..(k1 * 2 + k1) % 8).step_by((k1 + 4 - k1 % 4) % 3 + 1) {}
            }
        } else {
            'l9: for i8 in (0..=k1 % 4).rev() {
                let mut w10 = g0((if (x) >= (y) { x } else { x }) + 0.25 * x, &[0.5, x]);
                let s11 = &w10[..i8 % (w10.len() + 1)];
                if (y) > (y) {
                    return (match i8 {
                        0 => y,
                        1 | 2 => x,
                        k if k % 3 == 1 => (if s11.len() > 0 { s11[i8 % s11.len()] } else { 0.25 }),
                        _ => (k1 as f64),
                    });
                }
            }
            match k1 {
                0 | 3 => {
                    let k12 = k1;
                }
                1..=2 => {
                    let t13: f64 = (y).hypot((k1 as f64));
                }
                k if k % 2 == 0 => {}
                _ => {
                    let k14 = 4;
                }
            }
            let t15: f64 = ((y * (-2.78125)) * (if (y) < (2 as f64) { (k1 as f64) } else { y }));
        }
        let mut a16: [f64; 3] = [((y - x).powi(2) + 1.0).recip(), (0.9 * ((f64::powi(y, 2) + 0.5).powf(f64::sin(y)) * y).tanh()).cosh(), x];
        f64::atan2(
            (match 2 {
                0 => y,
                1 | 2 => y,
                k if k % 3 == 1 => x,
                _ => x,
            }),
            a16[k1 % 3],
        )
    }
}

#[test]
fn p31() {
    let value = f64::from_bits(13825820984433430424);
    same("value", p31::f(f64::from_bits(13817104473579778512), f64::from_bits(13825565957145255127)), value);
    let (y, gradient) = p31::f_value_and_grad(f64::from_bits(13817104473579778512), f64::from_bits(13825565957145255127));
    same("value with gradient", y, value);
    gradient.check(&[13821653621752789653, 4607769650352724692]);
    same("unzipped value", p31::f_primal(f64::from_bits(13817104473579778512), f64::from_bits(13825565957145255127)).0, value);
}

mod p32 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> f64 {
        let t1 = x;
        'l3: for i2 in 2 % 3..(2 / (0 + 1)) % 6 {
            let t4: f64 = (if w.len() > 0 { w[i2 % w.len()] } else { 0.25 });
            let mut t5: f64 = f64::copysign((-1.5), (if w.len() > 0 { w[i2 % w.len()] } else { 0.25 }));
        }
        let t6 = (((if w.is_empty() { x } else { w[(w.len() + 2) % w.len()] }).powi(2) + 1.0).log2() - (t1 * x));
        let t6: f64 = (if (x) > (2 as f64) { (1.9375 + (-1.03125)) } else { (w.len() as f64) });
        ((match (2 * 2 + 2) {
            0 => (4 as f64),
            1 | 2 => t6,
            k if k % 3 == 1 => (if w.is_empty() { x } else { w[2 % w.len()] }),
            _ => (w.len() as f64),
        }) * x)
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        let t1: f64 = (({ 2.78125f64 } + x)
            + ((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) % (f64::powi(g0(x + 0.25 * x, v.to_vec()), 2) + 0.75)));
        let t2 = ((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) * (if v.len() > 0 { v[n % v.len()] } else { 0.25 }));
        let t3: f64 = (x
            + (f64::powi(((if w.is_empty() { x } else { w[n % w.len()] }) * x), 2) + 0.5)
                .powf(f64::sin({ (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) })));
        ((x + (t2 * x)) * (((3 + 4 - 4 % 4) as f64) + (t2 * x)))
    }
}

#[test]
fn p32() {
    let value = f64::from_bits(4619234037681065959);
    same(
        "value",
        p32::f(
            f64::from_bits(4603626632419990119),
            vec![f64::from_bits(13834760621572087789), f64::from_bits(13834969966636747677), f64::from_bits(13829257067673831456)],
            &[f64::from_bits(13828010814025814651)],
            0,
        ),
        value,
    );
    let (y, gradient) = p32::f_value_and_grad(
        f64::from_bits(4603626632419990119),
        vec![f64::from_bits(13834760621572087789), f64::from_bits(13834969966636747677), f64::from_bits(13829257067673831456)],
        &[f64::from_bits(13828010814025814651)],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[4622691093652764526, 0, 0, 0, 13843105431684658169]);
    same(
        "unzipped value",
        p32::f_primal(
            f64::from_bits(4603626632419990119),
            vec![f64::from_bits(13834760621572087789), f64::from_bits(13834969966636747677), f64::from_bits(13829257067673831456)],
            &[f64::from_bits(13828010814025814651)],
            0,
        )
        .0,
        value,
    );
}

mod p33 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, y: f64) -> f64 {
        f64::hypot(0.34375f64, ((2 as f64).powi(2) + 0.5).powf(1.7))
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        let t1: f64 = ((match 2 {
            0 => x,
            1 | 2 => x,
            k if k % 3 == 1 => x,
            _ => x,
        }) / (f64::powi((x).atan2(x), 2) + 0.75));
        'l2: for e3 in w.iter() {}
        if (2 + 2) < (4) {
        } else if (x) <= (x) {
            let mut t6: f64 = g0(x + 0.25 * x, x);
            let t7 = ((if w.is_empty() { x } else { w[(w.len() / (2 + 1)) % w.len()] }).powi(2) + 1.0).ln();
            t6 *= f64::sin(((-1.8125) - (if w.len() > 0 { w[(2 + 4 - 2 % 4) % w.len()] } else { 0.25 })));
        } else {
            let t8: f64 = (x).rem_euclid((f64::powi((2 as f64), 2) + 0.75));
            let mut k9 = 0;
            let t11: f64 = 'l10: loop {
                if k9 >= (4 * 2 + w.len()) % 5 {
                    break (match (k9 * 2 + w.len()) {
                        0 => x,
                        1 | 2 => (k9 as f64),
                        k if k % 3 == 1 => (if w.is_empty() { x } else { w[k9 % w.len()] }),
                        _ => (if w.is_empty() { x } else { w[k9 % w.len()] }),
                    });
                }
                k9 += 1;
                if (x) <= (x) {
                    break 'l10 (match w.len() {
                        0 => ((1 * 2 + k9) as f64),
                        1 | 2 => 1.46875f64,
                        k if k % 3 == 1 => x,
                        _ => x,
                    });
                }
            };
            let k12 = f64::abs((if w.len() > 0 { w[w.len() % w.len()] } else { 0.25 })).min(5.0) as usize;
        }
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        x
    }
}

#[test]
fn p33() {
    let value = f64::from_bits(4606668654704529499);
    same("value", p33::f(f64::from_bits(4606668654704529499), &[]), value);
    let (y, gradient) = p33::f_value_and_grad(f64::from_bits(4606668654704529499), &[]);
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408]);
    same("unzipped value", p33::f_primal(f64::from_bits(4606668654704529499), &[]).0, value);
}

mod p34 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
        let t1: f64 = (match (5 * 2 + 2) {
            0 => (a[a.len() % 3] + x),
            1 | 2 => ((2 as f64).powi(2) + 0.5).sqrt(),
            k if k % 3 == 1 => 0.5625,
            _ => 1.28125f64,
        });
        [
            {
                let t2: f64 = (if (x) >= (x) { x } else { 1.5625 });
                (x).hypot((-2.65625))
            },
            0.6875,
            x * 0.5,
        ]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let t1 = f64::tanh(f64::mul_add((-2.1875), ((2 as f64) / (f64::powi(x, 2) + 0.75)), x));
        let mut k2 = 0;
        'l3: loop {
            if k2 >= (2 + 4 - 0 % 4) % 5 {
                break;
            }
            k2 += 1;
            let mut a4: [f64; 3] = g0(x + 0.25 * x, [x, 0.5, 0.25]);
            let mut w5 = g1((if v.is_empty() { x } else { v[k2 % v.len()] }) + 0.25 * x, a4.to_vec());
            a4[k2 % 3] *= f64::sin(((-(if v.len() > 0 { v[(0 * 2 + 1) % v.len()] } else { 0.25 })) * (f64::sin((-2.71875))).powi(1)));
            if (v.len()) != (k2) {
                break 'l3;
            }
        }
        (if (3 + v.len()) < (k2 + 4 - k2 % 4) {
            (if v.is_empty() { x } else { v[3 % v.len()] })
        } else {
            (f64::min((-2.28125), (if v.len() > 0 { v[2 % v.len()] } else { 0.25 })) * { (k2 as f64) })
        })
    }
}

#[test]
fn p34() {
    let value = f64::from_bits(4611441156814189714);
    same("value", p34::f(f64::from_bits(4611441156814189714), &[]), value);
    let (y, gradient) = p34::f_value_and_grad(f64::from_bits(4611441156814189714), &[]);
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408]);
    same("unzipped value", p34::f_primal(f64::from_bits(4611441156814189714), &[]).0, value);
}

mod p35 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
        'l1: for e2 in a.iter().rev() {
            let t5: f64 = ((*e2) + 1.53125f64);
        }
        'l6: for (e7, e8) in a.iter().zip(a.iter()) {
            let t10 = ((*e7) + a[2 % 3]);
        }
        ((a[5 % 3]).hypot(x) + f64::atan(3.5625))
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
        vec![
            (g0(3.9375 + 0.25 * x, &[x, x, 0.5]) - x),
            (g0((if v.is_empty() { x } else { v[2 % v.len()] }) + 0.25 * x, &[x, x, 0.5])
                - (if v.is_empty() { x } else { v[3 % v.len()] }).copysign(x)),
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let mut t1 = x;
        { g0(((-0.375) + (3 as f64)) + 0.25 * x, &[((if v.is_empty() { x } else { v[2 % v.len()] }) - t1), x, 0.5]) }
    }
}

#[test]
fn p35() {
    let value = f64::from_bits(4615582156614090496);
    same("value", p35::f(f64::from_bits(13830332269929088312), &[]), value);
    let (y, gradient) = p35::f_value_and_grad(f64::from_bits(13830332269929088312), &[]);
    same("value with gradient", y, value);
    gradient.check(&[4597982980875495753]);
    same("unzipped value", p35::f_primal(f64::from_bits(13830332269929088312), &[]).0, value);
}

mod p36 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        'l1: for e2 in v.iter() {
            match (2 + 2) {
                0 | 3 => {}
                1..=2 => {}
                k if k % 2 == 0 => {}
                _ => {}
            }
        }
        vec![
            ((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }).mul_add((if v.is_empty() { x } else { v[2 % v.len()] }), x))
                .copysign((x + x)),
            (x * (x).tanh()),
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        let t1: f64 = f64::mul_add(
            (if ((n + 0) as f64) > (x) {
                (0.9 * (if v.len() > 0 { v[(n * 2 + v.len()) % v.len()] } else { 0.25 }).tanh()).exp()
            } else {
                (if v.len() > 0 { v[n % v.len()] } else { 0.25 }).atan2(0.53125f64)
            }),
            ((x).copysign(x) * (x).hypot((if w.is_empty() { x } else { w[n % w.len()] }))),
            x,
        );
        (((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) * (if w.is_empty() { x } else { w[2 % w.len()] }))
            - (if (if v.len() > 0 { v[3 % v.len()] } else { 0.25 }) < (x) { x } else { 3.625 }))
    }
}

#[test]
fn p36() {
    let value = f64::from_bits(13838947572458694426);
    same(
        "value",
        p36::f(
            f64::from_bits(13831159503507403537),
            vec![f64::from_bits(4607574604120073281), f64::from_bits(4596875907262501341)],
            &[f64::from_bits(13814816953410127105)],
            5,
        ),
        value,
    );
    let (y, gradient) = p36::f_value_and_grad(
        f64::from_bits(13831159503507403537),
        vec![f64::from_bits(4607574604120073281), f64::from_bits(4596875907262501341)],
        &[f64::from_bits(13814816953410127105)],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 13814816953410127105, 0, 4607574604120073281]);
    same(
        "unzipped value",
        p36::f_primal(
            f64::from_bits(13831159503507403537),
            vec![f64::from_bits(4607574604120073281), f64::from_bits(4596875907262501341)],
            &[f64::from_bits(13814816953410127105)],
            5,
        )
        .0,
        value,
    );
}

mod p37 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        if (2 as f64) < (x) {
        } else {
            let mut t1: f64 = x;
            t1 = f64::atan((t1 * (if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 })));
        }
        let mut w2: Vec<f64> = vec![f64::min(((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) * (-3.75)), x); 4 % 4];
        f64::min(0.9375, (f64::powi(x, 2) + 0.5).powf(f64::sin(x)))
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
        'l2: for i1 in (0..2 % 8).step_by((2 / (2 + 1)) % 3 + 1) {}
        if (v.len()) <= (2) {
            return vec![(x + x)];
        }
        vec![
            g0((if v.len() > 0 { v[(v.len() / (2 + 1)) % v.len()] } else { 0.25 }) + 0.25 * x, v),
            (if v.is_empty() { x } else { v[2 % v.len()] }),
        ]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let t1: f64 = (f64::powi(((2 as f64).mul_add((2 as f64), x) + 1.34375f64), 2) + 1.0).ln();
        let (p2, mut q3): (f64, f64) = (
            y,
            (match (2 + 2) {
                0 => (-1.09375),
                1 | 2 => (-0.96875),
                k if k % 3 == 1 => 2.3125,
                _ => y,
            }),
        );
        (((2 * 2 + 2) as f64) * {
            let mut w4: Vec<f64> = Vec::new();
            (if w4.is_empty() { x } else { w4[2 % w4.len()] }).mul_add(y, x)
        })
    }
}

#[test]
fn p37() {
    let value = f64::from_bits(4611623827567147182);
    same("value", p37::f(f64::from_bits(13827317419309852692), f64::from_bits(13832881642200593903)), value);
    let (y, gradient) = p37::f_value_and_grad(f64::from_bits(13827317419309852692), f64::from_bits(13832881642200593903));
    same("value with gradient", y, value);
    gradient.check(&[13837536015292195276, 13839209700019493918]);
    same("unzipped value", p37::f_primal(f64::from_bits(13827317419309852692), f64::from_bits(13832881642200593903)).0, value);
}

mod p38 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        (-y)
    }
}

#[test]
fn p38() {
    let value = f64::from_bits(13831523400963204132);
    same("value", p38::f(f64::from_bits(13833918446428808313), f64::from_bits(4608151364108428324), &[], 2), value);
    let (y, gradient) = p38::f_value_and_grad(f64::from_bits(13833918446428808313), f64::from_bits(4608151364108428324), &[], 2);
    same("value with gradient", y, value);
    gradient.check(&[0, 13830554455654793216]);
    same("unzipped value", p38::f_primal(f64::from_bits(13833918446428808313), f64::from_bits(4608151364108428324), &[], 2).0, value);
}

mod p39 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        if (2) > (5) {
            let mut t1 = (0.9 * (x).tanh()).acos();
            t1 -= t1;
        } else {
        }
        (x + x)
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        let t1: f64 = m[n % 3][(n + 1) % 2];
        let mut t2 = (0.9 * ((x - x) + ((x).powi(2) + 1.0).ln()).tanh()).acos();
        ((x * (t2).floor()).powi(2) + 0.5).sqrt()
    }
}

#[test]
fn p39() {
    let value = f64::from_bits(4604544271217802189);
    same(
        "value",
        p39::f(
            f64::from_bits(4609704522121241234),
            &[
                [f64::from_bits(4609704522121241234), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13823457972266416752), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            3,
        ),
        value,
    );
    let (y, gradient) = p39::f_value_and_grad(
        f64::from_bits(4609704522121241234),
        &[
            [f64::from_bits(4609704522121241234), f64::from_bits(4604480259023595110)],
            [f64::from_bits(13823457972266416752), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        3,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p39::f_primal(
            f64::from_bits(4609704522121241234),
            &[
                [f64::from_bits(4609704522121241234), f64::from_bits(4604480259023595110)],
                [f64::from_bits(13823457972266416752), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            3,
        )
        .0,
        value,
    );
}

mod p40 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> f64 {
        if (4) > (2 * 2 + 2) {}
        (((-0.53125) * x) + { (4 as f64) })
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> f64 {
        if (2) > (2) {}
        let mut k1 = 0;
        let t3: f64 = 'l2: loop {
            if k1 >= 2 % 5 {
                break f64::clamp(x, -1.5, 1.5);
            }
            k1 += 1;
            let t4: f64 = (if w.len() > 0 { w[(w.len() + k1) % w.len()] } else { 0.25 });
            match k1 {
                0 | 3 => {}
                1..=2 => {}
                k if k % 2 == 0 => {}
                _ => {}
            }
            let mut t5: f64 = if (x) > (-0.875) { (-1.96875) } else { x };
            if ((x) < (x)) || ((if w.is_empty() { x } else { w[k1 % w.len()] }) < (x)) {
                break 'l2 (0.9 * ((k1 as f64).signum()).tanh()).exp2();
            }
        };
        ((t3).trunc() - g0(x + 0.25 * x, w.clone()))
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, a: &[f64; 3]) -> f64 {
        'l2: for i1 in (2 + 2) % 3..=0 % 4 {
            if (1.46875f64) < (x) {
                break 'l2;
            }
        }
        (if (a[(2 * 2 + 5) % 3]) <= (a[(2 + 4 - a.len() % 4) % 3]) { (x + x) } else { x })
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        let mut m1: [[f64; 2]; 3] = [
            [
                g1((2 as f64).atan2(g0((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) + 0.25 * x, v.to_vec())) + 0.25 * x, v.to_vec()),
                3.53125f64,
            ],
            [x, 0.5],
            [3.53125f64, x],
        ];
        let mut t2: f64 = if ((2) < (5 / (4 + 1))) || (!((x) <= (x))) { (x).to_radians() } else { x };
        (f64::powi(((t2).rem_euclid((f64::powi((2 as f64), 2) + 0.75)) * (x).atan2(x)), 2) + 0.5)
            .powf(f64::sin((0.9 * f64::tanh(g2((-0.53125) + 0.25 * x, &[0.71875f64, x, 0.5]))).sinh()))
    }
}

#[test]
fn p40() {
    let value = f64::from_bits(4605796586472642208);
    same(
        "value",
        p40::f(
            f64::from_bits(4608967241458846550),
            &[
                f64::from_bits(4596506475500658350),
                f64::from_bits(4603931436316355343),
                f64::from_bits(4605820611012486546),
                f64::from_bits(4609938265168436705),
            ],
        ),
        value,
    );
    let (y, gradient) = p40::f_value_and_grad(
        f64::from_bits(4608967241458846550),
        &[
            f64::from_bits(4596506475500658350),
            f64::from_bits(4603931436316355343),
            f64::from_bits(4605820611012486546),
            f64::from_bits(4609938265168436705),
        ],
    );
    same("value with gradient", y, value);
    gradient.check(&[13814620891937690660, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p40::f_primal(
            f64::from_bits(4608967241458846550),
            &[
                f64::from_bits(4596506475500658350),
                f64::from_bits(4603931436316355343),
                f64::from_bits(4605820611012486546),
                f64::from_bits(4609938265168436705),
            ],
        )
        .0,
        value,
    );
}

mod p41 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, n: usize) -> (f64, f64) {
        let mut a1: [f64; 3] = [x, (0.9 * f64::tanh(f64::copysign(2.3125, x))).powi(3), x];
        (f64::max(a1[n % 3], (x).trunc()), (0.9 * (x + a1[n % 3]).tanh()).atanh())
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let t1: f64 = ((x).powi(2) + 0.5).cbrt();
        let t2: f64 = ((x).min((if (x) > (x) { x } else { x })) * y);
        (0.9 * (2 as f64).tanh()).exp_m1()
    }
}

#[test]
fn p41() {
    let value = f64::from_bits(4608899408245378836);
    same("value", p41::f(f64::from_bits(4611642853550410558), f64::from_bits(4608828292932451243)), value);
    let (y, gradient) = p41::f_value_and_grad(f64::from_bits(4611642853550410558), f64::from_bits(4608828292932451243));
    same("value with gradient", y, value);
    gradient.check(&[0, 0]);
    same("unzipped value", p41::f_primal(f64::from_bits(4611642853550410558), f64::from_bits(4608828292932451243)).0, value);
}

mod p42 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        (f64::min(0.1875, (p.0 + (-0.34375))) + (if v.len() > 0 { v[n % v.len()] } else { 0.25 }))
    }
}

#[test]
fn p42() {
    let value = f64::from_bits(13828493112161404045);
    same(
        "value",
        p42::f(
            f64::from_bits(13826103324447926319),
            (f64::from_bits(13829434824292533576), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13824219223761431826), f64::from_bits(4601747493667799414)],
            5,
        ),
        value,
    );
    let (y, gradient) = p42::f_value_and_grad(
        f64::from_bits(13826103324447926319),
        (f64::from_bits(13829434824292533576), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(13824219223761431826), f64::from_bits(4601747493667799414)],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408, 0, 0, 4607182418800017408]);
    same(
        "unzipped value",
        p42::f_primal(
            f64::from_bits(13826103324447926319),
            (f64::from_bits(13829434824292533576), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13824219223761431826), f64::from_bits(4601747493667799414)],
            5,
        )
        .0,
        value,
    );
}

mod p43 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        let t1 = x;
        'l2: for (e3, e4) in v.iter().zip(v.iter()) {
            let t6 = (*e3).sin();
            let t7: f64 = (if v.is_empty() { x } else { v[2 % v.len()] });
        }
        let t8: f64 = (if v.is_empty() { x } else { v[2 % v.len()] });
        'l9: for (i12, e10) in v.iter().enumerate() {
            let k13 = f64::abs(((-1.8125) + x)).min(5.0) as usize;
        }
        ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) * (if v.is_empty() { x } else { v[(2 + 4 - v.len() % 4) % v.len()] }))
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        (y % (f64::powi(f64::copysign((y * (-3.9375)), (if v.len() > 0 { v[n % v.len()] } else { 0.25 })), 2) + 0.75))
    }
}

#[test]
fn p43() {
    let value = f64::from_bits(13834407319457471379);
    same(
        "value",
        p43::f(
            f64::from_bits(4599323738283176163),
            f64::from_bits(13834407319457471379),
            &[
                f64::from_bits(13830859764375045605),
                f64::from_bits(13827107810002202285),
                f64::from_bits(13832137942677073640),
                f64::from_bits(4610951227083720051),
            ],
            0,
        ),
        value,
    );
    let (y, gradient) = p43::f_value_and_grad(
        f64::from_bits(4599323738283176163),
        f64::from_bits(13834407319457471379),
        &[
            f64::from_bits(13830859764375045605),
            f64::from_bits(13827107810002202285),
            f64::from_bits(13832137942677073640),
            f64::from_bits(4610951227083720051),
        ],
        0,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 4607182418800017408, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p43::f_primal(
            f64::from_bits(4599323738283176163),
            f64::from_bits(13834407319457471379),
            &[
                f64::from_bits(13830859764375045605),
                f64::from_bits(13827107810002202285),
                f64::from_bits(13832137942677073640),
                f64::from_bits(4610951227083720051),
            ],
            0,
        )
        .0,
        value,
    );
}

mod p44 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> f64 {
        let mut w1: Vec<f64> = v.to_vec();
        x
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        x
    }
}

#[test]
fn p44() {
    let value = f64::from_bits(4610685260434292190);
    same(
        "value",
        p44::f(
            f64::from_bits(4610685260434292190),
            f64::from_bits(4590301440393488198),
            &[f64::from_bits(4610493962226599186), f64::from_bits(13810299382950815594), f64::from_bits(13822339800660947452)],
            4,
        ),
        value,
    );
    let (y, gradient) = p44::f_value_and_grad(
        f64::from_bits(4610685260434292190),
        f64::from_bits(4590301440393488198),
        &[f64::from_bits(4610493962226599186), f64::from_bits(13810299382950815594), f64::from_bits(13822339800660947452)],
        4,
    );
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p44::f_primal(
            f64::from_bits(4610685260434292190),
            f64::from_bits(4590301440393488198),
            &[f64::from_bits(4610493962226599186), f64::from_bits(13810299382950815594), f64::from_bits(13822339800660947452)],
            4,
        )
        .0,
        value,
    );
}

mod p45 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        let mut t1 = (if v.is_empty() { x } else { v[(n + 4 - 1 % 4) % v.len()] });
        (0.9 * ((x).rem_euclid((f64::powi(x, 2) + 0.75)) * (if v.len() > 0 { v[(n + n) % v.len()] } else { 0.25 })).tanh()).asin()
    }
}

#[test]
fn p45() {
    let value = f64::from_bits(13825831175698955474);
    same(
        "value",
        p45::f(
            f64::from_bits(4610629174929409001),
            f64::from_bits(4611438117846052184),
            &[f64::from_bits(13833842346529451349), f64::from_bits(13832943254315803441), f64::from_bits(13822935634976276773)],
            4,
        ),
        value,
    );
    let (y, gradient) = p45::f_value_and_grad(
        f64::from_bits(4610629174929409001),
        f64::from_bits(4611438117846052184),
        &[f64::from_bits(13833842346529451349), f64::from_bits(13832943254315803441), f64::from_bits(13822935634976276773)],
        4,
    );
    same("value with gradient", y, value);
    gradient.check(&[13821289993765871120, 0, 0, 0, 4608582193776114210]);
    same(
        "unzipped value",
        p45::f_primal(
            f64::from_bits(4610629174929409001),
            f64::from_bits(4611438117846052184),
            &[f64::from_bits(13833842346529451349), f64::from_bits(13832943254315803441), f64::from_bits(13822935634976276773)],
            4,
        )
        .0,
        value,
    );
}

mod p46 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
        let t1: f64 = (f64::powi(f64::min((-1.90625), a[3 % 3]), 2) + 0.5).sqrt();
        let mut a2: [f64; 3] = [(-3.125); 3];
        let t3: f64 = (3.84375f64 - { x });
        if ((a2[2 % 3]) > (a2[2 % 3])) || ((-3.1875) < (x)) {
        } else if (3 / (2 + 1)) == (2 + 4 - a.len() % 4) {
        } else {
            let mut m4: Vec<Vec<f64>> = vec![vec![a[(2 * 2 + 2) % 3]; 2]; 2 % 3 + 1];
            let t5: f64 = (x % (f64::powi(0.6875, 2) + 0.75));
        }
        [
            (((-2.25) * x)
                / (f64::powi(
                    (match (0 + 4 - 2 % 4) {
                        0 => 3.34375f64,
                        1 | 2 => 3.28125f64,
                        k if k % 3 == 1 => x,
                        _ => x,
                    }),
                    2,
                ) + 0.75)),
            x,
            x * 0.5,
        ]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
        if ((x) >= (-2.25)) || ((x) < (x)) {
        } else {
            let mut p1 = (x, (x).mul_add(x, x));
            let mut m3: Vec<Vec<f64>> = vec![vec![(f64::powi(0.0625, 2) + 1.0).ln(), (p1.1).abs()], vec![x, (p1.1).abs()]];
            p1.1 /= 1.5 + f64::cos(((if w.is_empty() { x } else { w[4 % w.len()] }) * p1.0));
            let k4 = 2 % m3.len();
            m3[k4][(2 + 1) % 2] += { (if w.is_empty() { x } else { w[3 % w.len()] }) };
        }
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        let t3: f64 = ((if (y) < (y) { y } else { (x).min(y) }) * {
            let y: f64 = f64::clamp(x, -1.5, 1.5);
            'l2: for i1 in (2 % 3..2 % 6).rev() {}
            x
        });
        'l5: for i4 in 5 % 3..2 % 6 {}
        (((x).powi(2) + 0.0).atan2((t3 - (3 as f64))))
            .copysign(((y).mul_add(((1 + 4 - 2 % 4) as f64), x) + (f64::powi(0.96875f64, 2) + 0.5).powf(f64::sin(y))))
    }
}

#[test]
fn p46() {
    let value = f64::from_bits(4613775365968100570);
    same("value", p46::f(f64::from_bits(4604763576374280030), f64::from_bits(4609585604296100391)), value);
    let (y, gradient) = p46::f_value_and_grad(f64::from_bits(4604763576374280030), f64::from_bits(4609585604296100391));
    same("value with gradient", y, value);
    gradient.check(&[13827760391047851666, 0]);
    same("unzipped value", p46::f_primal(f64::from_bits(4604763576374280030), f64::from_bits(4609585604296100391)).0, value);
}

mod p47 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
        ((x).sin()).powi(1)
    }
}

#[test]
fn p47() {
    let value = f64::from_bits(4600785888789978620);
    same(
        "value",
        p47::f(
            f64::from_bits(4600985143933214560),
            &[
                [f64::from_bits(4600985143933214560), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4605304459732715253), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            2,
        ),
        value,
    );
    let (y, gradient) = p47::f_value_and_grad(
        f64::from_bits(4600985143933214560),
        &[
            [f64::from_bits(4600985143933214560), f64::from_bits(4604480259023595110)],
            [f64::from_bits(4605304459732715253), f64::from_bits(13826951575952896819)],
            [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
        ],
        2,
    );
    same("value with gradient", y, value);
    gradient.check(&[4606450268368006771, 0, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p47::f_primal(
            f64::from_bits(4600985143933214560),
            &[
                [f64::from_bits(4600985143933214560), f64::from_bits(4604480259023595110)],
                [f64::from_bits(4605304459732715253), f64::from_bits(13826951575952896819)],
                [f64::from_bits(4606281698874543309), f64::from_bits(4607632778762754458)],
            ],
            2,
        )
        .0,
        value,
    );
}

mod p48 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        let mut w1: Vec<f64> = w.clone();
        let mut t2: f64 = f64::mul_add(2.125, (if w1.len() > 0 { w1[0 % w1.len()] } else { 0.25 }), x);
        1.28125f64
    }
}

#[test]
fn p48() {
    let value = f64::from_bits(4608449056195215360);
    same(
        "value",
        p48::f(f64::from_bits(4607824626713019255), vec![f64::from_bits(4608216614134918058)], &[f64::from_bits(4605516185128082298)], 1),
        value,
    );
    let (y, gradient) = p48::f_value_and_grad(
        f64::from_bits(4607824626713019255),
        vec![f64::from_bits(4608216614134918058)],
        &[f64::from_bits(4605516185128082298)],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0]);
    same(
        "unzipped value",
        p48::f_primal(
            f64::from_bits(4607824626713019255),
            vec![f64::from_bits(4608216614134918058)],
            &[f64::from_bits(4605516185128082298)],
            1,
        )
        .0,
        value,
    );
}

mod p49 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, v: &[f64]) -> f64 {
        'l2: for i1 in 0..2 % 5 {
            'l4: for i3 in (0..=(i1 + i1) % 4).rev() {
                let mut w5: Vec<f64> = Vec::new();
            }
            if !((x) <= (2.0)) {
            } else if ((x) > (x)) || ((-1.09375) <= (1.1875)) {
                'l7: for i6 in i1 % 3..=(v.len() * 2 + v.len()) % 4 {}
            } else {
                let mut w8: Vec<f64> = v.to_vec();
                'l9: for e10 in w8.iter() {}
            }
        }
        'l14: for i13 in (0..=2 % 4).rev() {
            let mut k15 = 0;
            'l16: loop {
                if k15 >= (v.len() / (i13 + 1)) % 5 {
                    break;
                }
                k15 += 1;
                let mut k17 = 0;
                let t19: f64 = 'l18: loop {
                    if k17 >= (v.len() + v.len()) % 5 {
                        break ((x).powi(2) + 1.0).log10();
                    }
                    k17 += 1;
                    if (if v.is_empty() { x } else { v[(0 * 2 + i13) % v.len()] }) >= (-0.125) {
                        break 'l18 x;
                    }
                };
                let t20: f64 = (match k17 {
                    0 => t19,
                    1 | 2 => x,
                    k if k % 3 == 1 => x,
                    _ => x,
                });
                if (t19) < (3.21875f64) {
                } else if (if v.is_empty() { x } else { v[(i13 + k17) % v.len()] }) <= (2 as f64) {
                } else {
                }
                if (k15 as f64) <= (x) {
                    break 'l16;
                }
            }
        }
        (f64::powi((-3.59375), 2) + 1.0).powi(-2)
    }
}

#[test]
fn p49() {
    let value = f64::from_bits(4572604324456057556);
    same(
        "value",
        p49::f(
            f64::from_bits(13830621351587393842),
            &[f64::from_bits(13826160951755722621), f64::from_bits(4610248251017549974), f64::from_bits(4609324872072107928)],
        ),
        value,
    );
    let (y, gradient) = p49::f_value_and_grad(
        f64::from_bits(13830621351587393842),
        &[f64::from_bits(13826160951755722621), f64::from_bits(4610248251017549974), f64::from_bits(4609324872072107928)],
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0, 0]);
    same(
        "unzipped value",
        p49::f_primal(
            f64::from_bits(13830621351587393842),
            &[f64::from_bits(13826160951755722621), f64::from_bits(4610248251017549974), f64::from_bits(4609324872072107928)],
        )
        .0,
        value,
    );
}

mod p50 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        let t1: f64 = (0.9 * (((if v.is_empty() { x } else { v[3 % v.len()] }).powi(2) + 0.5).sqrt()).tanh()).atanh();
        ((if v.is_empty() { x } else { v[n % v.len()] }) * x)
    }
}

#[test]
fn p50() {
    let value = f64::from_bits(13821803990435675887);
    same(
        "value",
        p50::f(
            f64::from_bits(4602756000897702756),
            (f64::from_bits(4607552684943605610), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(13826227383055620306),
                f64::from_bits(4591132405545928026),
                f64::from_bits(13827372863352853358),
                f64::from_bits(4607882646546037907),
            ],
            4,
        ),
        value,
    );
    let (y, gradient) = p50::f_value_and_grad(
        f64::from_bits(4602756000897702756),
        (f64::from_bits(4607552684943605610), f64::from_bits(4605380978949069210)),
        &[
            f64::from_bits(13826227383055620306),
            f64::from_bits(4591132405545928026),
            f64::from_bits(13827372863352853358),
            f64::from_bits(4607882646546037907),
        ],
        4,
    );
    same("value with gradient", y, value);
    gradient.check(&[13826227383055620306, 0, 0, 4602756000897702756, 0, 0, 0]);
    same(
        "unzipped value",
        p50::f_primal(
            f64::from_bits(4602756000897702756),
            (f64::from_bits(4607552684943605610), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(13826227383055620306),
                f64::from_bits(4591132405545928026),
                f64::from_bits(13827372863352853358),
                f64::from_bits(4607882646546037907),
            ],
            4,
        )
        .0,
        value,
    );
}

mod p51 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        let t1: f64 = (match (2 + 2) {
            0 => (x).cos(),
            1 | 2 => ((if v.len() > 0 { v[1 % v.len()] } else { 0.25 }) + x),
            k if k % 3 == 1 => x,
            _ => (x).max(x),
        });
        vec![((x).to_radians() * x), (if v.is_empty() { x } else { v[1 % v.len()] })]
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, v: &[f64]) -> f64 {
        let k1 = f64::abs((if v.is_empty() { x } else { v[(2 + 4 - 0 % 4) % v.len()] })).min(5.0) as usize;
        ((if v.is_empty() { x } else { v[(5 * 2 + k1) % v.len()] }) + { x })
    }
    #[differentiate(reverse)]
    pub fn g2(x: f64, n: usize) -> (f64, f64) {
        let mut t1 = (((x).powi(2) + 0.5).cbrt()).rem_euclid((f64::powi((0.9 * f64::tanh((-1.53125))).exp2(), 2) + 0.75));
        let mut a2: [f64; 3] = [((f64::powi(x, 2) + 0.5).powf(f64::sin(t1))).atan2({ x }); 3];
        (2.4375, (0.9 * (x).tanh()).acos())
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        'l1: for i4 in 0..w.len() {}
        if (x) > (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) {
            if (n) == (n) {
                return x;
            }
            let mut w5 = g0(
                ((match 0 {
                    0 => x,
                    1 | 2 => 0.25,
                    k if k % 3 == 1 => (if v.len() > 0 { v[5 % v.len()] } else { 0.25 }),
                    _ => (if v.len() > 0 { v[n % v.len()] } else { 0.25 }),
                }) + x)
                    + 0.25 * x,
                v,
            );
        } else {
            let mut t6: f64 = (((0 as f64) + 1.21875f64) * (if w.is_empty() { x } else { w[1 % w.len()] }).atan2((-3.28125)));
            let mut w7: Vec<f64> = vec![f64::copysign({ t6 }, (x).max(t6)); (n / (5 + 1)) % 4];
            let k9 = n % (w7.len() + 1);
            let k10 = k9 + 0 % (w7.len() + 1 - k9);
            let s8 = &w7[k9..k10];
        }
        (if w.is_empty() { x } else { w[v.len() % w.len()] })
    }
}

#[test]
fn p51() {
    let value = f64::from_bits(4610565520056499742);
    same(
        "value",
        p51::f(
            f64::from_bits(4610565520056499742),
            vec![],
            &[f64::from_bits(13834636763759833323), f64::from_bits(13824691268740038545), f64::from_bits(13834747991347642825)],
            5,
        ),
        value,
    );
    let (y, gradient) = p51::f_value_and_grad(
        f64::from_bits(4610565520056499742),
        vec![],
        &[f64::from_bits(13834636763759833323), f64::from_bits(13824691268740038545), f64::from_bits(13834747991347642825)],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0, 0, 0]);
    same(
        "unzipped value",
        p51::f_primal(
            f64::from_bits(4610565520056499742),
            vec![],
            &[f64::from_bits(13834636763759833323), f64::from_bits(13824691268740038545), f64::from_bits(13834747991347642825)],
            5,
        )
        .0,
        value,
    );
}

mod p52 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
        let t1: f64 = f64::min(
            y,
            (if (x) <= (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) {
                (if v.len() > 0 { v[n % v.len()] } else { 0.25 })
            } else {
                (x * x)
            }),
        );
        f64::atan2((x + y), ((if v.len() > 0 { v[1 % v.len()] } else { 0.25 }).atan2(x) * (y + 0.8125)))
    }
}

#[test]
fn p52() {
    let value = f64::from_bits(4612138519250925570);
    same(
        "value",
        p52::f(
            f64::from_bits(4608618584326467564),
            f64::from_bits(4607906575224492677),
            &[f64::from_bits(4607415694385937168), f64::from_bits(13833795262488184601), f64::from_bits(13816244066011441280)],
            1,
        ),
        value,
    );
    let (y, gradient) = p52::f_value_and_grad(
        f64::from_bits(4608618584326467564),
        f64::from_bits(4607906575224492677),
        &[f64::from_bits(4607415694385937168), f64::from_bits(13833795262488184601), f64::from_bits(13816244066011441280)],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[13823928637985167448, 4587261493299539380, 0, 13817795787135446473, 0]);
    same(
        "unzipped value",
        p52::f_primal(
            f64::from_bits(4608618584326467564),
            f64::from_bits(4607906575224492677),
            &[f64::from_bits(4607415694385937168), f64::from_bits(13833795262488184601), f64::from_bits(13816244066011441280)],
            1,
        )
        .0,
        value,
    );
}

mod p53 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        x
    }
}

#[test]
fn p53() {
    let value = f64::from_bits(4604000326595987267);
    same(
        "value",
        p53::f(
            f64::from_bits(4604000326595987267),
            (f64::from_bits(4607539084108845133), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13830289219208802861), f64::from_bits(4608851501072646753), f64::from_bits(4610580128320255882)],
            1,
        ),
        value,
    );
    let (y, gradient) = p53::f_value_and_grad(
        f64::from_bits(4604000326595987267),
        (f64::from_bits(4607539084108845133), f64::from_bits(4605380978949069210)),
        &[f64::from_bits(13830289219208802861), f64::from_bits(4608851501072646753), f64::from_bits(4610580128320255882)],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p53::f_primal(
            f64::from_bits(4604000326595987267),
            (f64::from_bits(4607539084108845133), f64::from_bits(4605380978949069210)),
            &[f64::from_bits(13830289219208802861), f64::from_bits(4608851501072646753), f64::from_bits(4610580128320255882)],
            1,
        )
        .0,
        value,
    );
}

mod p54 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
        let mut p1: (f64, f64) = (
            (0.9 * ((x).mul_add((2 as f64), x)).tanh()).powi(3),
            (if !((x) >= (x)) { (if w.len() > 0 { w[w.len() % w.len()] } else { 0.25 }) } else { (x).copysign(1.125) }),
        );
        if (x) > (x) {
            let mut w3: Vec<f64> = vec![
                p1.0,
                (match 2 {
                    0 => ((w.len() / (2 + 1)) as f64),
                    1 | 2 => (-0.375),
                    k if k % 3 == 1 => (if w.len() > 0 { w[2 % w.len()] } else { 0.25 }),
                    _ => (-2.71875),
                }),
            ];
            if w3.len() > 0 {
                let k4 = (2 / (2 + 1)) % w3.len();
                w3[k4] += (match w3.len() {
                    0 => p1.0,
                    1 | 2 => x,
                    k if k % 3 == 1 => p1.0,
                    _ => 1.15625f64,
                });
            }
        } else if (2) != (2) {
            match 4 {
                0 | 3 => {}
                1..=2 => {}
                k if k % 2 == 0 => {}
                _ => {}
            }
        } else {
            'l6: for i5 in ((4 + 4 - 0 % 4) % 3..2 % 6).rev() {}
            let mut m7: [[f64; 2]; 3] = [[p1.1; 2]; 3];
        }
        if (2) != (2) {
        } else {
            p1.0 += (2 as f64).atan2((-1.0625));
            let mut w8: Vec<f64> = Vec::with_capacity(4);
            'l9: for e10 in w.iter().rev() {}
        }
        w
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        let mut k1 = 0;
        let t3: f64 = 'l2: loop {
            if k1 >= n % 5 {
                break x;
            }
            k1 += 1;
            'l5: for i4 in k1 % 3..k1 % 6 {
                if (if w.is_empty() { x } else { w[n % w.len()] }) > (-2.0) {
                    break 'l2 x * 0.5;
                }
            }
            if (x * x) <= ((x).to_radians()) {
                break 'l2 x;
            }
        };
        let t6: f64 = (f64::powi(t3, 2) + 1.0).ln();
        ((k1 as f64) + (-0.4375))
    }
}

#[test]
fn p54() {
    let value = f64::from_bits(4603241769126068224);
    same(
        "value",
        p54::f(f64::from_bits(4610531333539987176), vec![f64::from_bits(4597897317137945086)], &[f64::from_bits(4600902896930529645)], 1),
        value,
    );
    let (y, gradient) = p54::f_value_and_grad(
        f64::from_bits(4610531333539987176),
        vec![f64::from_bits(4597897317137945086)],
        &[f64::from_bits(4600902896930529645)],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[0, 0, 0]);
    same(
        "unzipped value",
        p54::f_primal(
            f64::from_bits(4610531333539987176),
            vec![f64::from_bits(4597897317137945086)],
            &[f64::from_bits(4600902896930529645)],
            1,
        )
        .0,
        value,
    );
}

mod p55 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        ({ (if v.is_empty() { x } else { v[n % v.len()] }) } * 0.5)
    }
}

#[test]
fn p55() {
    let value = f64::from_bits(13826250003272267593);
    same(
        "value",
        p55::f(f64::from_bits(13830753602899638089), (f64::from_bits(13827108356948256357), f64::from_bits(4605380978949069210)), &[], 1),
        value,
    );
    let (y, gradient) = p55::f_value_and_grad(
        f64::from_bits(13830753602899638089),
        (f64::from_bits(13827108356948256357), f64::from_bits(4605380978949069210)),
        &[],
        1,
    );
    same("value with gradient", y, value);
    gradient.check(&[4602678819172646912, 0, 0]);
    same(
        "unzipped value",
        p55::f_primal(
            f64::from_bits(13830753602899638089),
            (f64::from_bits(13827108356948256357), f64::from_bits(4605380978949069210)),
            &[],
            1,
        )
        .0,
        value,
    );
}

mod p56 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, y: f64) -> f64 {
        (((x).sin()).powi(1) / (f64::powi(((y).min(x) / (f64::powi((x * x), 2) + 0.75)), 2) + 0.75))
    }
}

#[test]
fn p56() {
    let value = f64::from_bits(13823286093879786655);
    same("value", p56::f(f64::from_bits(13823015487245323180), f64::from_bits(4603955873639838508)), value);
    let (y, gradient) = p56::f_value_and_grad(f64::from_bits(13823015487245323180), f64::from_bits(4603955873639838508));
    same("value with gradient", y, value);
    gradient.check(&[4603689798513773671, 0]);
    same("unzipped value", p56::f_primal(f64::from_bits(13823015487245323180), f64::from_bits(4603955873639838508)).0, value);
}

mod p57 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, w: Vec<f64>) -> f64 {
        let t1: f64 = 0.40625f64;
        x
    }
    #[differentiate(reverse)]
    pub fn g1(x: f64, y: f64) -> f64 {
        'l2: for i1 in (0..=3 % 4).rev() {
            let mut k3 = 0;
            'l4: while k3 < 3 % 5 && ((2.375) < (x)) {
                k3 += 1;
            }
        }
        ((match 2 {
            0 => 0.46875f64,
            1 | 2 => y,
            k if k % 3 == 1 => (4 as f64),
            _ => x,
        }) - 1.21875f64)
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        match n {
            0 | 3 => {
                let mut w1: Vec<f64> =
                    vec![f64::asinh((x).mul_add(3.25, x)), (f64::fract((-2.03125))).rem_euclid((f64::powi(1.34375f64, 2) + 0.75))];
            }
            1..=2 => {}
            k if k % 2 == 0 => {}
            _ => {}
        }
        let mut m2: [[f64; 2]; 3] = [[f64::abs(1.34375f64), x], [x, 0.5], [x, x]];
        'l4: for i3 in 2 % 3..5 % 6 {}
        ((n * 2 + n) as f64).min((x / (f64::powi(m2[2 % 3][(2 + 1) % 2], 2) + 0.75)).copysign((-0.4375)))
    }
}

#[test]
fn p57() {
    let value = f64::from_bits(13826648193435091154);
    same("value", p57::f(f64::from_bits(13827952479220042135), vec![f64::from_bits(4602720767360542010)], &[], 3), value);
    let (y, gradient) = p57::f_value_and_grad(f64::from_bits(13827952479220042135), vec![f64::from_bits(4602720767360542010)], &[], 3);
    same("value with gradient", y, value);
    gradient.check(&[4594750317677126472, 0]);
    same("unzipped value", p57::f_primal(f64::from_bits(13827952479220042135), vec![f64::from_bits(4602720767360542010)], &[], 3).0, value);
}

mod p58 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
        'l2: for i1 in (0..3 % 8).step_by(0 % 3 + 1) {
            let mut k3 = 0;
            'l4: while k3 < i1 % 5 && ((2) > (w.len())) {
                k3 += 1;
                'l6: for i5 in i1 % 3..w.len() % 6 {}
                let mut t7 = (x * x);
            }
        }
        (if v.len() > 0 { v[(0 * 2 + n) % v.len()] } else { 0.25 })
    }
}

#[test]
fn p58() {
    let value = f64::from_bits(4598175219545276416);
    same("value", p58::f(f64::from_bits(4606861392087709334), vec![], &[], 1), value);
    let (y, gradient) = p58::f_value_and_grad(f64::from_bits(4606861392087709334), vec![], &[], 1);
    same("value with gradient", y, value);
    gradient.check(&[0]);
    same("unzipped value", p58::f_primal(f64::from_bits(4606861392087709334), vec![], &[], 1).0, value);
}

mod p59 {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
        vec![((x - x) + { (-0.9375) }), (if v.len() > 0 { v[2 % v.len()] } else { 0.25 })]
    }
    #[differentiate(reverse)]
    pub fn f(x: f64, p: (f64, f64), v: &[f64], n: usize) -> f64 {
        'l1: for e2 in v {
            let mut w5: Vec<f64> = Vec::new();
            let t6: f64 = ((0.9 * f64::tanh((-3.78125))).sinh() - (0.9 * (if v.is_empty() { x } else { v[n % v.len()] }).tanh()).exp());
        }
        ((p.1 / (f64::powi(((v.len() / (n + 1)) as f64), 2) + 0.75))
            % (f64::powi(((if v.is_empty() { x } else { v[4 % v.len()] }) + (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 })), 2)
                + 0.75))
            .mul_add(p.1, x)
    }
}

#[test]
fn p59() {
    let value = f64::from_bits(13830937932546807005);
    same(
        "value",
        p59::f(
            f64::from_bits(13834781004228829828),
            (f64::from_bits(13832482171912681191), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(4609847890505564285),
                f64::from_bits(4611284401313163187),
                f64::from_bits(13827125856104214107),
                f64::from_bits(4609083044824587888),
            ],
            5,
        ),
        value,
    );
    let (y, gradient) = p59::f_value_and_grad(
        f64::from_bits(13834781004228829828),
        (f64::from_bits(13832482171912681191), f64::from_bits(4605380978949069210)),
        &[
            f64::from_bits(4609847890505564285),
            f64::from_bits(4611284401313163187),
            f64::from_bits(13827125856104214107),
            f64::from_bits(4609083044824587888),
        ],
        5,
    );
    same("value with gradient", y, value);
    gradient.check(&[4607182418800017408, 0, 4611986258402545937, 0, 0, 0, 0]);
    same(
        "unzipped value",
        p59::f_primal(
            f64::from_bits(13834781004228829828),
            (f64::from_bits(13832482171912681191), f64::from_bits(4605380978949069210)),
            &[
                f64::from_bits(4609847890505564285),
                f64::from_bits(4611284401313163187),
                f64::from_bits(13827125856104214107),
                f64::from_bits(4609083044824587888),
            ],
            5,
        )
        .0,
        value,
    );
}
