//! The report as one page of HTML: the source and the stages side by side, each line linked to its
//! source line.
//!
//! The page is self-contained: it loads no script or style. Without scripts the links still lead to
//! the source; with them, all lines of every column that come from the source line under the
//! pointer are highlighted.

use super::{Report, Stage};
use std::fmt::Write;

const STYLE: &str = "\
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; color: #222; background: #fff; }
header { padding: .6em 1em; border-bottom: 1px solid #ddd; }
header h1 { font-size: 1.1em; margin: 0; }
main { display: flex; align-items: flex-start; overflow-x: auto; height: calc(100vh - 4.2em); }
section { flex: none; max-width: 60em; height: 100%; overflow: auto; border-right: 1px solid #ddd; }
h2 { position: sticky; top: 0; margin: 0; padding: .3em .8em; font-size: 1em;
  background: #f4f4f6; border-bottom: 1px solid #ddd; }
h2 small { display: block; font-weight: normal; color: #666; }
table { border-collapse: collapse; font: 12px/1.5 ui-monospace, monospace; }
td { padding: 0 .5em; white-space: pre; vertical-align: top; }
td.work, td.line { text-align: right; color: #888; }
td a { color: inherit; text-decoration: none; }
tr.same, tr:target { background: #fff3bf; }
table.residuals { margin: .8em; font-family: inherit; }
table.residuals td, table.residuals th { white-space: normal; text-align: left;
  border-top: 1px solid #eee; padding: .1em .5em; vertical-align: top; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #18181b; } h2 { background: #27272a; }
  tr.same, tr:target { background: #4a3f0a; }
  header, section, h2 { border-color: #3f3f46; }
  table.residuals td, table.residuals th { border-color: #333; }
}
";

const SCRIPT: &str = "\
let marked = [];
document.addEventListener('mouseover', event => {
  marked.forEach(row => row.classList.remove('same'));
  const row = event.target.closest('tr[data-line]');
  marked = row ? [...document.querySelectorAll(`tr[data-line=\"${row.dataset.line}\"]`)] : [];
  marked.forEach(row => row.classList.add('same'));
});
";

/// The page of a report.
pub fn page(report: &Report) -> String {
    let name = escape_html(&report.name);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>{name}: stages</title>\n\
         <style>\n{STYLE}</style>\n\
         <header><h1>{name}</h1>{}: what the compiler made of it. Work: \
         operations on reals; n@12 is of line 12.</header>\n<main>\n",
        escape_html(&report.span.file())
    );
    out += "<section><h2>source</h2>\n<table>\n";
    for (number, text) in &report.source {
        write_to(
            &mut out,
            format_args!(
                "<tr id=\"source-{number}\" data-line=\"{number}\"><td \
                 class=\"line\">{number}</td><td>{}</td></tr>\n",
                escape_html(text)
            ),
        );
    }
    out += "</table></section>\n";
    for stage in &report.stages {
        section(&mut out, stage);
    }
    out + "</main>\n<script>\n" + SCRIPT + "</script>\n</html>\n"
}

fn section(out: &mut String, stage: &Stage) {
    let work =
        stage.work.as_ref().map(|work| format!("; work {}", escape_html(work))).unwrap_or_default();
    write_to(
        out,
        format_args!(
            "<section><h2>{}<small>{}{work}</small></h2>\n<table>\n",
            stage.title,
            escape_html(stage.about)
        ),
    );
    for line in &stage.lines {
        let text = escape_html(&line.text);
        let work = line.work.as_deref().map(escape_html).unwrap_or_default();
        match line.source {
            Some(n) => write_to(
                out,
                format_args!(
                    "<tr data-line=\"{n}\"><td class=\"work\">{work}</td><td class=\"line\"><a \
                     href=\"#source-{n}\">{n}</a></td><td>{text}</td></tr>\n"
                ),
            ),
            None => write_to(
                out,
                format_args!("<tr><td class=\"work\">{work}</td><td></td><td>{text}</td></tr>\n"),
            ),
        }
    }
    *out += "</table>\n";
    if !stage.residuals.is_empty() {
        *out += "<table \
                 class=\"residuals\">\n<tr><th>residual</th><th>type</th><th>bytes</th><th>needed \
                 for</th><th>saved because</th></tr>\n";
        for residual in &stage.residuals {
            let name =
                format!("{}{}", "\u{a0}".repeat(2 * residual.depth), escape_html(&residual.name));
            write_to(
                out,
                format_args!(
                    "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    escape_html(&residual.ty),
                    escape_html(&residual.bytes),
                    escape_html(&residual.uses.join(", ")),
                    escape_html(&residual.reason)
                ),
            );
        }
        *out += "</table>\n";
    }
    *out += "</section>\n";
}

/// Writing to a string does not fail.
fn write_to(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).unwrap_or_default();
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
