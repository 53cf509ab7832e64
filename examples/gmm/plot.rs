//! The picture: two of the dimensions, the points, and the ellipses of the fitted components.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::data::Data;
use crate::mixture::Mixture;

/// Colours that also colour-blind readers can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const INK: RGBColor = RGBColor(40, 40, 40);

/// The size of the picture.
const SIZE: (u32, u32) = (960, 700);
/// Coordinates are whole numbers, so it is drawn this many times larger, which keeps curves smooth.
const ZOOM: u32 = 4;

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws dimensions `axes` of the data and the mixture to an SVG file.
pub fn plot(data: &Data, mixture: &Mixture, axes: [usize; 2], file: &Path) -> Result<()> {
    let (width, height) = (SIZE.0 * ZOOM, SIZE.1 * ZOOM);
    let mut svg = String::new();
    draw(data, mixture, axes, SVGBackend::with_string(&mut svg, (width, height)))
        .map_err(|error| anyhow!("cannot draw the picture: {error}"))?;
    let svg = svg.replacen(
        &format!(r#"width="{width}" height="{height}""#),
        &format!(r#"width="{}" height="{}""#, SIZE.0, SIZE.1),
        1,
    );
    std::fs::write(file, svg).with_context(|| format!("cannot write {}", file.display()))
}

fn draw(data: &Data, mixture: &Mixture, [a, b]: [usize; 2], backend: SVGBackend) -> Drawn {
    let alive = mixture.alive(data.n());
    let ellipses: Vec<[Vec<(f64, f64)>; 2]> = alive
        .iter()
        .map(|&c| [1.0, 2.0].map(|sigmas| ellipse(mixture, c, [a, b], sigmas)))
        .collect();
    let drawn = || {
        let outlines = ellipses.iter().flatten().flatten().copied();
        data.points().map(|p| (p[a], p[b])).chain(outlines)
    };

    let root = backend.into_drawing_area();
    root.fill(&WHITE)?;
    let title = format!(
        "{}: a mixture of {} Gaussian{}",
        data.title,
        mixture.k(),
        if mixture.k() == 1 { "" } else { "s" }
    );
    let mut chart = ChartBuilder::on(&root)
        .caption(title, font(24))
        .margin(px(16))
        .x_label_area_size(px(56))
        .y_label_area_size(px(64))
        .build_cartesian_2d(range(drawn().map(|p| p.0)), range(drawn().map(|p| p.1)))?;
    chart
        .configure_mesh()
        .x_desc(&data.features[a])
        .y_desc(&data.features[b])
        .axis_desc_style(font(18))
        .label_style(font(14))
        .axis_style(INK.mix(0.6).stroke_width(ZOOM))
        .bold_line_style(INK.mix(0.12).stroke_width(ZOOM))
        .light_line_style(TRANSPARENT)
        .set_all_tick_mark_size(px(5))
        .draw()?;

    draw_points(&mut chart, data, mixture, [a, b])?;
    draw_components(&mut chart, mixture, &alive, &ellipses, [a, b])?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .margin(px(14))
        .legend_area_size(px(38))
        .label_font(font(15))
        .background_style(WHITE.mix(0.85))
        .border_style(TRANSPARENT)
        .draw()?;
    root.present()?;
    Ok(())
}

/// Points are coloured by species; where there is none, by the component to which they most
/// probably belong.
fn draw_points(chart: &mut Chart, data: &Data, mixture: &Mixture, [a, b]: [usize; 2]) -> Drawn {
    let (names, group) = match &data.species {
        Some(species) => (species.names.clone(), species.of_point.clone()),
        None if mixture.k() <= COLOURS.len() => {
            let names = (1..=mixture.k()).map(|c| format!("most probably from {c}")).collect();
            (names, mixture.assign(data))
        }
        None => (vec!["data".to_owned()], vec![0; data.n()]),
    };
    let size = px(if data.n() > 500 { 3 } else { 4 });
    for (g, name) in names.iter().enumerate() {
        let style = COLOURS[g % COLOURS.len()].mix(0.65).filled();
        let members = data.points().zip(&group).filter(|(_, of)| **of == g);
        let at = members.map(|(point, _)| (point[a], point[b]));
        // Another shape for each group, so that colour is not all there is to see.
        let series = match g % 3 {
            0 => chart
                .draw_series(at.map(|at| Circle::new(at, size, style)))?
                .legend(move |(x, y)| Circle::new((x + px(17), y), px(4), style)),
            1 => chart
                .draw_series(at.map(|at| TriangleMarker::new(at, size + px(1), style)))?
                .legend(move |(x, y)| TriangleMarker::new((x + px(17), y), px(5), style)),
            _ => chart
                .draw_series(at.map(|at| EmptyElement::at(at) + square((0, 0), size, style)))?
                .legend(move |(x, y)| square((x + px(17), y), px(4), style)),
        };
        series.label(name);
    }
    Ok(())
}

fn draw_components(
    chart: &mut Chart,
    mixture: &Mixture,
    alive: &[usize],
    ellipses: &[[Vec<(f64, f64)>; 2]],
    [a, b]: [usize; 2],
) -> Drawn {
    // With many components the lines would hide each other.
    let few = alive.len() <= 10;
    let (strong, weak) = if few { (1.0, 0.55) } else { (0.6, 0.25) };
    for (sigma, name) in ["component, 1 σ", "component, 2 σ"].into_iter().enumerate() {
        let style = INK.mix([strong, weak][sigma]).stroke_width(ZOOM * (2 - sigma as u32));
        chart
            .draw_series(ellipses.iter().map(|both| PathElement::new(both[sigma].clone(), style)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x + px(4), y), (x + px(30), y)], style));
    }
    if few {
        let number = |&c: &usize| {
            let at = (mixture.mean(c)[a], mixture.mean(c)[b]);
            let centred = font(17).pos(Pos::new(HPos::Center, VPos::Center));
            EmptyElement::at(at)
                + Circle::new((0, 0), px(11), WHITE.mix(0.75).filled())
                + Circle::new((0, 0), px(11), INK.stroke_width(ZOOM))
                + Text::new((c + 1).to_string(), (0, 0), centred)
        };
        chart.draw_series(alive.iter().map(number))?;
    }
    Ok(())
}

/// The points at so many standard deviations from the mean, in the marginal distribution of two
/// dimensions.
fn ellipse(mixture: &Mixture, c: usize, [a, b]: [usize; 2], sigmas: f64) -> Vec<(f64, f64)> {
    const STEPS: usize = 180;
    let (d, mean, covariance) = (mixture.d(), mixture.mean(c), mixture.covariance(c));
    // The Cholesky factor of the two by two covariance maps the circle to the ellipse.
    let first = covariance[a * d + a].sqrt();
    let across = covariance[a * d + b] / first;
    let second = (covariance[b * d + b] - across * across).max(0.0).sqrt();
    (0..=STEPS)
        .map(|step| {
            let (sin, cos) = (step as f64 / STEPS as f64 * std::f64::consts::TAU).sin_cos();
            (mean[a] + sigmas * first * cos, mean[b] + sigmas * (across * cos + second * sin))
        })
        .collect()
}

/// What an axis has to show, with a little room at both ends.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let room = if high > low { 0.04 * (high - low) } else { 1.0 };
    low - room..high + room
}

fn square(at: (i32, i32), size: i32, style: ShapeStyle) -> Rectangle<(i32, i32)> {
    Rectangle::new([(at.0 - size, at.1 - size), (at.0 + size, at.1 + size)], style)
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size * ZOOM).into_font().color(&INK)
}

/// Pixels of the picture in units of the drawing.
fn px(size: u32) -> i32 {
    (size * ZOOM) as i32
}
