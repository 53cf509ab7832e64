//! The loss by epoch, and the digits that are classified wrongly, as SVG.

use std::path::Path;

use anyhow::{Result, anyhow};
use ndarray::ArrayView1;
use plotters::prelude::*;

use crate::data::{Digits, SIDE};
use crate::training::Epoch;

/// Draws the loss of training and test by epoch.
pub fn losses(epochs: &[Epoch], file: &Path) -> Result<()> {
    let root = SVGBackend::new(file, (640, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let highest = epochs.iter().map(|epoch| epoch.training.max(epoch.test)).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(1..epochs.len(), 0.0..highest)?;
    chart.configure_mesh().x_desc("epoch").y_desc("cross entropy").draw()?;
    type Loss = fn(&Epoch) -> f64;
    let lines: [(&str, RGBColor, Loss); 2] =
        [("training", BLUE, |epoch| epoch.training), ("test", RED, |epoch| epoch.test)];
    for (name, color, loss) in lines {
        let points = epochs.iter().enumerate().map(|(k, epoch)| (k + 1, loss(epoch)));
        let line = PathElement::new(points.collect::<Vec<_>>(), color.stroke_width(2));
        chart
            .draw_series([line])?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    root.present().map_err(|error| anyhow!("{}: {error}", file.display()))
}

const SCALE: i32 = 8;
const CELL: i32 = SCALE * (SIDE as i32 + 4);
const COLUMNS: usize = 6;

/// Draws a grid of the digits whose class is not their label, each with its label and the class.
pub fn mistakes(digits: &Digits, classes: &[usize], file: &Path) -> Result<()> {
    let wrong: Vec<usize> =
        (0..digits.len()).filter(|k| classes[*k] != digits.labels[*k]).collect();
    let rows = wrong.len().div_ceil(COLUMNS).max(1);
    let size = ((COLUMNS as i32 * CELL) as u32, (rows as i32 * CELL) as u32);
    let root = SVGBackend::new(file, size).into_drawing_area();
    root.fill(&WHITE)?;
    for (cell, k) in root.split_evenly((rows, COLUMNS)).iter().zip(wrong) {
        draw_digit(cell, digits.images.row(k))?;
        let text = format!("{} as {}", digits.labels[k], classes[k]);
        cell.draw(&Text::new(text, (SCALE, SCALE * (SIDE as i32 + 1)), ("sans-serif", 14)))?;
    }
    root.present().map_err(|error| anyhow!("{}: {error}", file.display()))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_digit(cell: &Area<'_>, image: ArrayView1<'_, f64>) -> Result<()> {
    for (k, darkness) in image.iter().enumerate() {
        let (x, y) = ((k % SIDE) as i32 * SCALE + SCALE, (k / SIDE) as i32 * SCALE + SCALE / 2);
        let grey = (255.0 * (1.0 - darkness)) as u8;
        let pixel = [(x, y), (x + SCALE, y + SCALE)];
        cell.draw(&Rectangle::new(pixel, RGBColor(grey, grey, grey).filled()))?;
    }
    Ok(())
}
