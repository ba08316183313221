//! The results of a match, as a table or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use regola::contest::{
    EloEstimate, GameConditions, GamePairs, Hypothesis, PlayerPair, Score, SequentialTest, signed,
};
use regola::session::AnsweringForm;
use serde_json::json;

use super::contestant::Contestant;
use super::games::Conditions;
use super::openings::Openings;
use crate::json;
use crate::json::Object;

/// The results of a match.
pub struct MatchTable<'a> {
    pub conditions: &'a Conditions<'a>,
    pub contestants: &'a [Contestant],
    pub pairings: &'a [PlayerPair],
    pub sequential: Option<&'a SequentialTest>,
    pub time: Duration,
}

/// A line of the table.
struct ScoreLine {
    title: String,
    score: Score,
    /// The difference in Elo, if there are pairs of games.
    elo: Option<EloEstimate>,
    /// The mean number of plies, if it is shown.
    plies: Option<f64>,
}

impl MatchTable<'_> {
    /// Prints the results for a person.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let games: u64 = self
            .pairings
            .iter()
            .map(|pairing| pairing.score().games())
            .sum();
        let name = self.conditions.game.rules.name();
        let engine = self.conditions.answered();
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
        let Conditions { openings, game, .. } = self.conditions;
        let max_plies = game.max_plies;
        writeln!(out, "\n{openings}")?;
        writeln!(
            out,
            "Score: a draw is half a win; 95 % confidence by Wilson's score interval (1927)."
        )?;
        writeln!(
            out,
            "Elo: from pairs of games with one opening; 95 % confidence by the likelihood ratio."
        )?;
        if let (Some(test), [pairing]) = (self.sequential, self.pairings) {
            writeln!(out, "{}", Self::verdict(test, pairing))?;
        }
        if let Some(time) = self.conditions.game.time {
            let lost: u64 = self
                .pairings
                .iter()
                .map(|pairing| pairing.out_of_time)
                .sum();
            writeln!(
                out,
                "Time of each player for a game: {time} s; games lost on time: {lost}."
            )?;
        }
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
        let mut lines = vec![ScoreLine {
            title: format!("{first} : {second}"),
            score: pairing.score(),
            elo: pairing.game_pairs.elo(),
            plies: pairing.mean_plies(),
        }];
        for (role, score) in self
            .conditions
            .game
            .rules
            .role_names()
            .into_iter()
            .zip(pairing.in_role)
        {
            lines.push(ScoreLine {
                title: format!("  {first} as {role}"),
                score,
                elo: None,
                plies: None,
            });
        }
        lines
    }

    /// Returns a sentence on the test: the hypothesis that holds, and the figures.
    fn verdict(test: &SequentialTest, pairing: &PlayerPair) -> String {
        let [smaller, greater] = test.differences();
        let decision = match test.decision(pairing.game_pairs) {
            Some(Hypothesis::Smaller) => format!("{smaller} Elo or less, rather than {greater}"),
            Some(Hypothesis::Greater) => format!("{greater} Elo or more, rather than {smaller}"),
            None => format!("no decision between {smaller} and {greater} Elo"),
        };
        let ratio = test.log_likelihood_ratio(pairing.game_pairs);
        let [lower, upper] = test.bounds();
        format!(
            "SPRT: {decision} (log-likelihood ratio {ratio:.2}, bounds {lower:.2} and {upper:.2})."
        )
    }

    /// Returns the score of each player against all others, the best first.
    fn totals(&self) -> Vec<ScoreLine> {
        let mut totals: Vec<ScoreLine> = Vec::new();
        for (number, contestant) in self.contestants.iter().enumerate() {
            totals.push(ScoreLine {
                title: format!("{} : all", contestant.name),
                score: self.total(number),
                elo: self.total_pairs(number).elo(),
                plies: None,
            });
        }
        let points = |score: &Score| 2 * score.wins + score.draws;
        totals.sort_by_key(|line| std::cmp::Reverse(points(&line.score)));
        totals
    }

    /// Returns the pairs of games of a player against all others.
    fn total_pairs(&self, number: usize) -> GamePairs {
        self.pairings
            .iter()
            .filter_map(|pairing| match number {
                _ if pairing.first == number => Some(pairing.game_pairs),
                _ if pairing.second == number => Some(pairing.game_pairs.reversed()),
                _ => None,
            })
            .fold(GamePairs::default(), |sum, pairs| sum + pairs)
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
        let Conditions { openings, game, .. } = self.conditions;
        let GameConditions {
            rules,
            max_plies,
            seed,
            ..
        } = game;
        let players: Vec<_> = self
            .contestants
            .iter()
            .enumerate()
            .map(|(number, contestant)| {
                let mut object = Object::new();
                object.insert("name".to_owned(), json!(contestant.name));
                object.insert("player".to_owned(), json!(contestant.player.to_string()));
                put_score(&mut object, self.total(number));
                put_elo(&mut object, self.total_pairs(number));
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
        match openings {
            Openings::Random(plies) => object.insert("opening".to_owned(), json!(plies)),
            Openings::Recorded { path, .. } => object.insert("openings".to_owned(), json!(path)),
        };
        object.insert("seed".to_owned(), json!(seed));
        object.insert("max_plies".to_owned(), json!(max_plies));
        if let Some(time) = self.conditions.game.time {
            object.insert("time_per_game".to_owned(), json!(time.to_string()));
        }
        object.insert("seconds".to_owned(), json!(json::seconds(self.time)));
        let engine = self.conditions.answered().map(AnsweringForm::name);
        object.insert("engine".to_owned(), json!(engine));
        object.insert("players".to_owned(), json!(players));
        object.insert("pairings".to_owned(), json!(pairings));
        if let (Some(test), [pairing]) = (self.sequential, self.pairings) {
            let object_of_test = test_object(test, pairing.game_pairs);
            object.insert("sprt".to_owned(), object_of_test);
        }
        object
    }

    fn pairing_object(&self, pairing: &PlayerPair) -> Object {
        let mut object = Object::new();
        object.insert("first".to_owned(), json!(self.name(pairing.first)));
        object.insert("second".to_owned(), json!(self.name(pairing.second)));
        put_score(&mut object, pairing.score());
        put_elo(&mut object, pairing.game_pairs);
        let roles = self
            .conditions
            .game
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
        if self.conditions.game.time.is_some() {
            object.insert("out_of_time".to_owned(), json!(pairing.out_of_time));
        }
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

/// Adds the difference in Elo. JSON has no infinite numbers; they are `null`.
fn put_elo(object: &mut Object, pairs: GamePairs) {
    let elo = pairs.elo();
    object.insert("pairs".to_owned(), json!(pairs.counts));
    let difference = elo.map(|elo| in_hundredths(elo.difference));
    object.insert("elo".to_owned(), json!(difference));
    let interval = elo.map(|elo| [elo.least, elo.most].map(in_hundredths));
    object.insert("elo_interval".to_owned(), json!(interval));
}

/// Returns a number rounded to hundredths.
fn in_hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn test_object(test: &SequentialTest, pairs: GamePairs) -> serde_json::Value {
    let [alpha, beta] = test.error_rates();
    let [smaller, greater] = test.differences();
    let holds = test.decision(pairs).map(|decision| match decision {
        Hypothesis::Smaller => smaller,
        Hypothesis::Greater => greater,
    });
    json!({
        "elo": [smaller, greater],
        "alpha": alpha,
        "beta": beta,
        "log_likelihood_ratio": in_hundredths(test.log_likelihood_ratio(pairs)),
        "bounds": test.bounds().map(in_hundredths),
        "holds": holds,
    })
}

fn print_lines(lines: &[ScoreLine], out: &mut dyn Write) -> io::Result<()> {
    let width = lines
        .iter()
        .map(|line| line.title.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "{:width$}   wins  draws losses   score   95 % interval    Elo  95 % interval   plies",
        ""
    )?;
    for line in lines {
        let ScoreLine {
            title,
            score,
            elo,
            plies,
        } = line;
        let Score {
            wins,
            draws,
            losses,
        } = score;
        let cells = [share_cell(*score), elo_cell(*elo), plies_cell(*plies)].concat();
        let text = format!("{title:<width$} {wins:>6} {draws:>6} {losses:>6}{cells}");
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

fn share_cell(score: Score) -> String {
    let Some((share, (least, most))) = score.share().zip(score.interval()) else {
        return " ".repeat(25);
    };
    let [share, least, most] = [share, least, most].map(|share| 100.0 * share);
    format!(" {share:>5.1} %  {least:>5.1} to {most:>5.1} %")
}

fn elo_cell(elo: Option<EloEstimate>) -> String {
    let Some(elo) = elo else {
        return " ".repeat(22);
    };
    let [difference, least, most] = [elo.difference, elo.least, elo.most].map(signed);
    format!(" {difference:>6} {least:>6} to {most:>5}")
}

fn plies_cell(plies: Option<f64>) -> String {
    plies.map_or_else(String::new, |plies| format!(" {plies:>7.1}"))
}
