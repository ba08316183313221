//! The results of a match, as a table or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use regola::session::AnsweringForm;
use serde_json::json;

use super::contestant::Contestant;
use super::games::Conditions;
use super::score::{PlayerPair, Score};
use crate::json;
use crate::json::Object;

/// The results of a match.
pub struct MatchTable<'a> {
    pub conditions: &'a Conditions<'a>,
    pub contestants: &'a [Contestant],
    pub pairings: &'a [PlayerPair],
    pub time: Duration,
}

/// A line of the table: its title, the score, and the mean number of plies if it is shown.
type ScoreLine = (String, Score, Option<f64>);

impl MatchTable<'_> {
    /// Prints the results for a person.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let games: u64 = self
            .pairings
            .iter()
            .map(|pairing| pairing.score().games())
            .sum();
        let name = self.conditions.rules.name();
        let engine = self.conditions.answered.get();
        let engine = engine.map_or(String::new(), |engine| format!(", {}", engine.name()));
        let seconds = self.time.as_secs_f64();
        writeln!(out, "{name}: {games} games in {seconds:.3} s{engine}")?;
        for Contestant { name, player } in self.contestants {
            writeln!(out, "  {name}: {player}")?;
        }
        writeln!(out)?;
        let mut lines: Vec<ScoreLine> = self
            .pairings
            .iter()
            .flat_map(|pairing| self.lines(pairing))
            .collect();
        if self.contestants.len() > 2 {
            lines.extend(self.totals());
        }
        print_lines(&lines, out)?;
        let Conditions {
            opening, max_plies, ..
        } = self.conditions;
        writeln!(
            out,
            "\nOpenings of {opening} random plies, each played twice with sides exchanged."
        )?;
        writeln!(
            out,
            "Score: a draw is half a win; 95 % confidence by Wilson's score interval (1927)."
        )?;
        match self.pairings.iter().map(|pairing| pairing.cut).sum::<u64>() {
            0 => Ok(()),
            cut => writeln!(
                out,
                "Games longer than {max_plies} plies, which count as draws: {cut}."
            ),
        }
    }

    /// Returns the lines of a pairing: all its games, then the first player's games in each role.
    fn lines(&self, pairing: &PlayerPair) -> Vec<ScoreLine> {
        let (first, second) = (self.name(pairing.first), self.name(pairing.second));
        let mut lines = vec![(
            format!("{first} : {second}"),
            pairing.score(),
            pairing.mean_plies(),
        )];
        for (role, score) in self
            .conditions
            .rules
            .role_names()
            .into_iter()
            .zip(pairing.in_role)
        {
            lines.push((format!("  {first} as {role}"), score, None));
        }
        lines
    }

    /// Returns the score of each player against all others, the best first.
    fn totals(&self) -> Vec<ScoreLine> {
        let mut totals: Vec<ScoreLine> = Vec::new();
        for (number, contestant) in self.contestants.iter().enumerate() {
            totals.push((
                format!("{} : all", contestant.name),
                self.total(number),
                None,
            ));
        }
        let points = |score: &Score| 2 * score.wins + score.draws;
        totals.sort_by_key(|(_, score, _)| std::cmp::Reverse(points(score)));
        totals
    }

    fn total(&self, number: usize) -> Score {
        let own = self
            .pairings
            .iter()
            .filter(|pairing| pairing.first == number)
            .map(PlayerPair::score);
        let reversed = self
            .pairings
            .iter()
            .filter(|pairing| pairing.second == number);
        own.chain(reversed.map(|pairing| pairing.score().reversed()))
            .fold(Score::default(), |sum, score| sum + score)
    }

    fn name(&self, number: usize) -> &str {
        &self.contestants[number].name
    }

    /// Returns the results as JSON.
    pub fn object(&self) -> Object {
        let Conditions {
            rules,
            opening,
            max_plies,
            seed,
            ..
        } = self.conditions;
        let players: Vec<_> = self
            .contestants
            .iter()
            .enumerate()
            .map(|(number, contestant)| {
                let mut object = Object::new();
                object.insert("name".to_owned(), json!(contestant.name));
                object.insert("player".to_owned(), json!(contestant.player.to_string()));
                put_score(&mut object, self.total(number));
                object
            })
            .collect();
        let pairings: Vec<_> = self
            .pairings
            .iter()
            .map(|pairing| self.pairing_object(pairing))
            .collect();
        let mut object = Object::new();
        object.insert("game".to_owned(), json!(rules.name()));
        object.insert("opening".to_owned(), json!(opening));
        object.insert("seed".to_owned(), json!(seed));
        object.insert("max_plies".to_owned(), json!(max_plies));
        object.insert("seconds".to_owned(), json!(json::seconds(self.time)));
        let engine = self.conditions.answered.get().map(AnsweringForm::name);
        object.insert("engine".to_owned(), json!(engine));
        object.insert("players".to_owned(), json!(players));
        object.insert("pairings".to_owned(), json!(pairings));
        object
    }

    fn pairing_object(&self, pairing: &PlayerPair) -> Object {
        let mut object = Object::new();
        object.insert("first".to_owned(), json!(self.name(pairing.first)));
        object.insert("second".to_owned(), json!(self.name(pairing.second)));
        put_score(&mut object, pairing.score());
        let roles = self
            .conditions
            .rules
            .role_names()
            .into_iter()
            .zip(pairing.in_role);
        let roles = roles.map(|(role, score)| {
            let mut object = Object::new();
            put_score(&mut object, score);
            (role, object.into())
        });
        object.insert("first_as".to_owned(), roles.collect::<Object>().into());
        object.insert("mean_plies".to_owned(), json!(pairing.mean_plies()));
        object.insert("too_long".to_owned(), json!(pairing.cut));
        object
    }
}

fn put_score(object: &mut Object, score: Score) {
    object.insert("wins".to_owned(), json!(score.wins));
    object.insert("draws".to_owned(), json!(score.draws));
    object.insert("losses".to_owned(), json!(score.losses));
    object.insert("score".to_owned(), json!(score.share()));
    object.insert("interval".to_owned(), json!(score.interval()));
}

fn print_lines(lines: &[ScoreLine], out: &mut dyn Write) -> io::Result<()> {
    let width = lines
        .iter()
        .map(|(name, ..)| name.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "{:width$}   wins  draws losses   score   95 % interval   plies",
        ""
    )?;
    for (name, score, plies) in lines {
        let Score {
            wins,
            draws,
            losses,
        } = score;
        write!(out, "{name:<width$} {wins:>6} {draws:>6} {losses:>6}")?;
        if let (Some(share), Some((least, most))) = (score.share(), score.interval()) {
            write!(
                out,
                " {:>5.1} %  {:>5.1} to {:>5.1} %",
                100.0 * share,
                100.0 * least,
                100.0 * most
            )?;
        }
        match plies {
            Some(plies) => writeln!(out, " {plies:>7.1}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
