///Value of [`wave`] and its directional derivative along the given tangents.
fn wave_jvp(x: &[f64], x_dot: &[f64]) -> (f64, f64) {
    ::autodiff::__private::check_length("wave", "x", "tangent", x.len(), x_dot.len());
    let x_at = x[0];
    let x_at_dot = x_dot[0];
    let x_at_1 = x[1];
    let x_at_dot_1 = x_dot[1];
    let phase = x_at * x_at_1;
    let sin = phase.sin();
    let t_dot = (x_at_1 * (phase.cos() * ((x_at_1 * x_at_dot) + (x_at * x_at_dot_1))))
        + (sin * x_at_dot_1);
    (sin * x_at_1, t_dot)
}
///The unzipped primal of [`wave`]: its value, and what its linear part needs.
#[inline]
fn wave_primal<'r>(x: &'r [f64]) -> (f64, WaveResiduals<'r>) {
    let x_length = x.len();
    let mut stacks = <WaveStacks as ::core::default::Default>::default();
    let (y, frame) = wave::primal(x, &mut stacks);
    (
        y,
        WaveResiduals {
            x: x,
            x_length,
            frame: frame,
            stacks: stacks,
        },
    )
}
///The linear map of [`wave`] at the point of the residuals: tangents of the active parameters to the tangent of the result.
#[inline]
fn wave_linear(residuals: &WaveResiduals<'_>, x_dot: &[f64]) -> f64 {
    ::autodiff::__private::check_length(
        "wave",
        "x",
        "tangent",
        residuals.x_length,
        x_dot.len(),
    );
    wave::linear(residuals.x, &residuals.frame, &residuals.stacks, x_dot)
}
///The transpose of [`wave_linear`]: **adds** the cotangents of the active parameters to the accumulators.
fn wave_transposed(
    residuals: &WaveResiduals<'_>,
    y_bar: f64,
    x_bar: &mut (impl ::autodiff::__private::CotangentAccumulator<[f64]> + ?Sized),
) {
    if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<
        [f64],
    >::length(&*x_bar) {
        ::autodiff::__private::check_length(
            "wave",
            "x",
            "accumulator",
            residuals.x_length,
            found,
        );
    }
    wave::transposed(residuals.x, &residuals.frame, &residuals.stacks, y_bar, x_bar)
}
///Value of [`wave`], and the cotangent of its result pulled back to the active parameters.
fn wave_vjp(x: &[f64], y_bar: f64) -> (f64, ::autodiff::__private::Vec<f64>) {
    let mut x_bar: ::autodiff::__private::Vec<f64> = ::autodiff::__private::vec![
        0.0; x.len()
    ];
    ::autodiff::__private::with_stacks(|stacks: &mut WaveStacks| {
        stacks.clear();
        let (y, frame) = wave::primal(x, stacks);
        wave::transposed(x, &frame, stacks, y_bar, &mut x_bar[..]);
        (y, x_bar)
    })
}
///As [`wave_primal`], into residuals whose memory is used again.
#[inline]
fn wave_primal_into<'r>(x: &'r [f64], residuals: &mut WaveResiduals<'r>) -> f64 {
    let x_length = x.len();
    let mut stacks = ::core::mem::take(&mut residuals.stacks);
    stacks.clear();
    let (y, frame) = wave::primal(x, &mut stacks);
    *residuals = WaveResiduals {
        x: x,
        x_length,
        frame: frame,
        stacks: stacks,
    };
    y
}
///As [`wave_vjp`], **adding** into accumulators and using the memory of the residuals again.
fn wave_vjp_into(
    x: &[f64],
    y_bar: f64,
    residuals: &mut WaveResiduals<'_>,
    x_bar: &mut (impl ::autodiff::__private::CotangentAccumulator<[f64]> + ?Sized),
) -> f64 {
    let x_length = x.len();
    if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<
        [f64],
    >::length(&*x_bar) {
        ::autodiff::__private::check_length("wave", "x", "accumulator", x_length, found);
    }
    residuals.stacks.clear();
    let (y, frame) = wave::primal(x, &mut residuals.stacks);
    wave::transposed(x, &frame, &residuals.stacks, y_bar, x_bar);
    residuals.frame = frame;
    y
}
///The gradient of [`wave`] with respect to its active parameters.
#[inline]
fn wave_grad(x: &[f64]) -> ::autodiff::__private::Vec<f64> {
    wave_vjp(x, 1.0).1
}
///The value of [`wave`] and its gradient with respect to its active parameters.
#[inline]
fn wave_value_and_grad(x: &[f64]) -> (f64, ::autodiff::__private::Vec<f64>) {
    wave_vjp(x, 1.0)
}
#[doc(hidden)]
///The residuals of fixed size of [`wave`].
#[derive(Clone, Debug)]
pub struct WaveFrame {
    sin: f64,
    cos: f64,
}
#[doc(hidden)]
///The residuals of [`wave`] that grow with its input.
#[derive(Clone, Debug, Default)]
pub struct WaveStacks {}
///What the linear part of [`wave`] needs of its primal: the result of [`wave_primal`]. Arguments by reference are borrowed.
#[derive(Clone, Debug)]
struct WaveResiduals<'r> {
    x: &'r [f64],
    x_length: usize,
    frame: WaveFrame,
    stacks: WaveStacks,
}
#[doc(hidden)]
struct wave {}
const _: () = {
    #[doc(hidden)]
    impl wave {
        #[inline]
        pub fn jvp(x: &[f64], x_dot: &[f64]) -> (f64, f64) {
            wave_jvp(x, x_dot)
        }
        #[inline]
        pub fn primal(x: &[f64], stacks: &mut WaveStacks) -> (f64, WaveFrame) {
            let x_at = x[0];
            let x_at_1 = x[1];
            let phase = x_at * x_at_1;
            let sin = phase.sin();
            (sin * x_at_1, WaveFrame { sin, cos: phase.cos() })
        }
        #[inline]
        pub fn linear(
            x: &[f64],
            frame: &WaveFrame,
            stacks: &WaveStacks,
            x_dot: &[f64],
        ) -> f64 {
            ::autodiff::__private::check_length(
                "wave",
                "x",
                "tangent",
                x.len(),
                x_dot.len(),
            );
            let x_at = x[0];
            let x_at_1 = x[1];
            let x_at_dot = x_dot[0];
            let x_at_dot_1 = x_dot[1];
            let t_dot = (x_at_1
                * (frame.cos * ((x_at_1 * x_at_dot) + (x_at * x_at_dot_1))))
                + (frame.sin * x_at_dot_1);
            t_dot
        }
        #[inline]
        pub fn transposed(
            x: &[f64],
            frame: &WaveFrame,
            stacks: &WaveStacks,
            t_bar: f64,
            x_bar: &mut (impl ::autodiff::__private::CotangentAccumulator<
                [f64],
            > + ?Sized),
        ) {
            use ::autodiff::__private::CotangentAccumulator as _;
            if let ::core::option::Option::Some(found) = ::autodiff::__private::CotangentAccumulator::<
                [f64],
            >::length(&*x_bar) {
                ::autodiff::__private::check_length(
                    "wave",
                    "x",
                    "accumulator",
                    x.len(),
                    found,
                );
            }
            let x_at = x[0];
            let x_at_1 = x[1];
            let phase_bar = frame.cos * (x_at_1 * t_bar);
            x_bar.element(1).add(&((x_at * phase_bar) + (frame.sin * t_bar)));
            x_bar.element(0).add(&(x_at_1 * phase_bar));
        }
        #[inline]
        pub fn vjp(
            x: &[f64],
            stacks: &mut WaveStacks,
            y_bar: f64,
            x_bar: &mut (impl ::autodiff::__private::CotangentAccumulator<
                [f64],
            > + ?Sized),
        ) -> f64 {
            stacks.clear();
            let (y, frame) = Self::primal(x, stacks);
            Self::transposed(x, &frame, stacks, y_bar, x_bar);
            y
        }
    }
    impl<AnyArguments> ::autodiff::__private::DifferentiableFn<AnyArguments> for wave {
        type Output = f64;
        type Frame = WaveFrame;
        type Stacks = WaveStacks;
    }
    impl ::autodiff::__private::Residual for WaveFrame {
        fn blank() -> Self {
            WaveFrame { sin: 0.0, cos: 0.0 }
        }
        fn heap_bytes(&self) -> usize {
            0
        }
    }
    impl WaveStacks {
        /// Forgets what is there and keeps the memory.
        pub fn clear(&mut self) {}
    }
    impl ::autodiff::__private::Residual for WaveStacks {
        fn blank() -> Self {
            ::core::default::Default::default()
        }
        fn heap_bytes(&self) -> usize {
            0
        }
    }
    impl<'r> WaveResiduals<'r> {
        /// The memory that is kept, in bytes, without what is borrowed.
        fn size_in_bytes(&self) -> usize {
            ::core::mem::size_of::<Self>()
                + ::autodiff::__private::Residual::heap_bytes(&self.frame)
                + ::autodiff::__private::Residual::heap_bytes(&self.stacks)
        }
    }
};
