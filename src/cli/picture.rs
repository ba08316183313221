//! `regola picture`: positions and games as pictures.

use clap::{Args, ValueEnum};
use regola::picture::Album;

use crate::CommandOutcome;
use crate::opening::{Drawing, Start};
use crate::output::Output;
use crate::output_file::{OutputFile, Readers};
use crate::trouble::{Explain, Trouble};

/// Draw a position as SVG, or a game as a sheet of positions or a film
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola picture games/chess.rules --output chess.svg
  regola picture games/othello.rules --moves \"f5 d6 c3 d3 c4\" --form film --output game.svg")]
pub struct PictureArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    /// The kind of picture
    #[arg(long, default_value = "position")]
    form: PictureForm,
    /// The number of positions in a row of a sheet
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    columns: u16,
    /// The time that a film shows each position, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pace: u32,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PictureForm {
    /// The last position
    Position,
    /// All positions, side by side
    Sheet,
    /// All positions, one after the other
    Film,
}

pub fn run(options: &PictureArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    options.output.refuse_inputs(&opened)?;
    let album = Album::new(
        &opened.rules,
        &opened.positions,
        &opened.typed,
        options.drawing.rows(),
    )
    .explain(&opened.rules)?;
    let svg = match options.form {
        PictureForm::Position => album.last().sheet(1),
        PictureForm::Sheet => album.sheet(options.columns.into()),
        PictureForm::Film => album.film(options.pace),
    };
    options
        .output
        .write(&svg, Readers::Programs, str::to_owned, out)?;
    Ok(CommandOutcome::Done)
}
