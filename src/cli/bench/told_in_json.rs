//! A comparison as JSON: a line for each work, then one for the means.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::report::BenchReport;
use super::runner::{Measurement, SystemsRow};
use super::suite::TimedWork;
use crate::json::{self, Object};

/// Prints one line for each work.
pub fn list(works: &[&TimedWork], out: &mut dyn Write) -> io::Result<()> {
    for work in works {
        let TimedWork {
            name,
            group,
            about,
            is_long,
            ..
        } = work;
        json::write(
            out,
            &json!({ "work": name, "group": group.id(), "about": about, "long": is_long }),
        )?;
    }
    Ok(())
}

/// Prints a line for each work, then the means of the classics' ratios.
pub fn print(report: &BenchReport, out: &mut dyn Write) -> io::Result<()> {
    for row in &report.rows {
        json::write(out, &object(report, row))?;
    }
    let means = report.rivals.iter().enumerate();
    let means: Object = means
        .map(|(rival, installed)| {
            (
                installed.rival.program().to_owned(),
                json!(report.mean(rival)),
            )
        })
        .collect();
    json::write(out, &json!({ "geometric_means": means }))
}

fn object(report: &BenchReport, row: &SystemsRow) -> Value {
    let mut object = Object::new();
    object.insert("work".to_owned(), json!(row.work.name));
    object.insert("group".to_owned(), json!(row.work.group.id()));
    object.insert("regola".to_owned(), measured(&row.regola, None));
    for (rival, installed) in report.rivals.iter().enumerate() {
        if let Some(found) = &row.rivals[rival] {
            let mut figures = measured(found, report.ratio(row, rival));
            figures["version"] = json!(installed.version);
            figures["manner"] = json!(installed.rival.manner());
            object.insert(installed.rival.program().to_owned(), figures);
        }
    }
    if let Some((first, ratio)) = report.ratio_to_first(row) {
        object.insert("first".to_owned(), json!(first));
        object.insert("ratio".to_owned(), json!(ratio));
    }
    if let Some(ratio) = report.ratio_to_earlier(row) {
        object.insert("ratio_to_earlier".to_owned(), json!(ratio));
    }
    object.into()
}

fn measured(found: &Measurement, ratio: Option<f64>) -> Value {
    match found {
        Err(reason) => json!({ "lacking": reason }),
        Ok(sample) => {
            let runs: Vec<f64> = sample
                .times
                .iter()
                .map(|time| json::seconds(*time))
                .collect();
            let median = json::seconds(sample.median());
            let mut object = json!({ "seconds": median, "runs": runs, "bytes": sample.memory });
            if ratio.is_some() {
                object["ratio"] = json!(ratio);
            }
            object
        }
    }
}
