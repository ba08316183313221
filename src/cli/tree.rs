//! `regola tree`: the game tree as a picture.

use clap::{Args, ValueEnum};
use regola::engine::Engine;
use regola::game::{Error, Gathering, Rules};
use regola::picture::{Appearance, NodeFrame, Picture, PictureNode};
use regola::search::{
    self, Equivalence, NodeOf, SearchError, Strategy, TreeOf, TreeOptions, Watch,
};
use regola::session::AnsweringForm;
use serde_json::json;

use crate::json::Object;
use crate::opening::{Drawing, EngineOption, Start};
use crate::output::Output;
use crate::output_file::{OutputFile, Readers};
use crate::strength::{SearchOptions, Strength};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// Draw the game tree below a position: as text, as SVG, for Graphviz or as JSON
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola tree games/filetto.rules --depth 2 --equivalence brothers
  regola tree games/tictactoe.rules --level look_2 --format svg --output tree.svg")]
pub struct TreeArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    engine: EngineOption,
    /// Print the value of every node with best play; a heuristic or level implies it
    #[arg(long)]
    values: bool,
    /// The nodes among which equivalent nodes are followed only once
    #[arg(long, value_name = "WHERE", default_value = "none")]
    equivalence: Among,
    /// The limit on nodes; further nodes are only counted
    #[arg(long, value_name = "NODES", default_value_t = 1_000)]
    limit: usize,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Among {
    None,
    Brothers,
    Level,
    Everywhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Dot,
    Json,
}

pub fn run(options: &TreeArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    options.output.refuse_inputs(&opened)?;
    let rules = &opened.rules;
    let tree_options = options.tree_options(rules)?;
    let mut watching = Watching::new(&opened.interrupt, "nodes");
    let mut tree =
        search::tree(rules, opened.position(), &tree_options, &mut watching).explain(rules)?;
    let answered = match options.values(rules)? {
        Some(values) => Some(options.give_values(&mut tree, rules, &values, &mut watching)?),
        None => None,
    };
    let picture =
        Picture::new(rules, Appearance::of(rules), &tree, options.drawing.rows()).explain(rules)?;
    let format = options.format();
    let text = match format {
        Format::Text => picture.text(),
        Format::Svg => picture.svg(),
        Format::Dot => picture.dot(),
        Format::Json => json::text(&object(rules, &tree, &picture, answered).explain(rules)?),
    };
    let readers = if format == Format::Text {
        Readers::People
    } else {
        Readers::Programs
    };
    options.output.write(
        &text,
        readers,
        |path| format!("{path}: {}", picture.counts),
        out,
    )?;
    Ok(CommandOutcome::Done)
}

impl TreeArguments {
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Returns the options of the tree, without values.
    fn tree_options(&self, rules: &Rules) -> Result<TreeOptions, Trouble> {
        let strength = self.strength(rules)?;
        Ok(TreeOptions {
            depth: strength.depth,
            equivalence: self.equivalence.into(),
            limit: self.limit,
            values: None,
        })
    }

    /// Returns the options of the search that values the nodes; none if nodes have no values.
    fn values(&self, rules: &Rules) -> Result<Option<search::Options>, Trouble> {
        let strength = self.strength(rules)?;
        Ok(self.has_values().then(|| strength.options(false)))
    }

    fn has_values(&self) -> bool {
        self.values || self.search.say_how_to_judge()
    }

    /// Gives values to the nodes, and returns the form of the game that searched.
    fn give_values(
        &self,
        tree: &mut TreeOf<Rules>,
        rules: &Rules,
        values: &search::Options,
        watching: &mut Watching,
    ) -> Result<AnsweringForm, Trouble> {
        let forms = self.engine.forms(rules)?;
        let work = |engine: &Engine, watch: &mut dyn Watch| engine.give_values(tree, values, watch);
        let ((), answered) = forms.answer(watching, work).explain(rules)?;
        Ok(answered)
    }

    fn strength(&self, rules: &Rules) -> Result<Strength, Trouble> {
        let strength = self.search.strength(rules, None).map_err(Trouble::Use)?;
        if !strength.strategy.has_depth() {
            let reason = "mcts values a position by random games and not by the tree below it; take another strategy";
            return Err(Trouble::Use(reason.to_owned()));
        }
        if !strength.says_depth() {
            return Err(Trouble::Use(
                "this level says no depth; say it with `--depth N`".to_owned(),
            ));
        }
        if strength.depth > search::MAX_PLIES {
            return Err(SearchError::TooDeep).explain(rules);
        }
        if self.has_values() && strength.strategy == Strategy::BestLine {
            let reason =
                "best-line values lines and not the nodes of a tree; take another strategy";
            return Err(Trouble::Use(reason.to_owned()));
        }
        Ok(strength)
    }
}

impl From<Among> for Equivalence {
    fn from(among: Among) -> Self {
        match among {
            Among::None => Equivalence::None,
            Among::Brothers => Equivalence::Brothers,
            Among::Level => Equivalence::Level,
            Among::Everywhere => Equivalence::Everywhere,
        }
    }
}

/// Returns the tree for programs: a list of nodes, which refer to each other by their index.
fn object(
    rules: &Rules,
    tree: &TreeOf<Rules>,
    picture: &Picture,
    answered: Option<AnsweringForm>,
) -> Result<serde_json::Value, Error> {
    let mut gathering = rules.gathering();
    let counts = tree.statistics();
    let results = counts
        .results
        .iter()
        .map(|(goals, count)| json!({ "goals": goals, "count": count }));
    let nodes = tree.nodes.iter().zip(&picture.nodes);
    let nodes = nodes.map(|(node, drawn)| node_object(rules, node, drawn, &mut gathering));
    let nodes = nodes.collect::<Result<serde_json::Value, Error>>()?;
    let mut object = json!({
        "game": rules.name(),
        "role": rules.role_name(tree.role),
        "nodes": counts.nodes,
        "leaves": counts.leaves,
        "results": results.collect::<serde_json::Value>(),
        "equivalent": counts.equivalent,
        "left_out": counts.left_out,
        "depth": counts.depth,
        "tree": nodes,
    });
    if let Some(answered) = answered {
        object["engine"] = json!(answered.name());
    }
    Ok(object)
}

fn node_object(
    rules: &Rules,
    node: &NodeOf<Rules>,
    drawn: &PictureNode,
    gathering: &mut Gathering,
) -> Result<serde_json::Value, Error> {
    let facts = node
        .position
        .facts(rules.schema())
        .into_iter()
        .map(|fact| gathering.text(fact.to_string()));
    let facts: Vec<String> = facts.collect::<Result<_, Error>>()?;
    let mut object = Object::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_owned(), value);
    if let Some(parent) = node.parent {
        put("move", json!(drawn.played));
        put("parent", json!(parent));
    }
    put("ply", json!(node.ply));
    put("facts", json!(facts));
    if let Some(role) = node.turn {
        put("role", json!(rules.role_name(role)));
    }
    if let Some(goals) = &node.goals {
        put("goals", json!(goals));
    }
    if drawn.frame == NodeFrame::Cut {
        put("left_out", json!(node.left_out));
    }
    if let Some(first) = node.equivalent {
        put("equivalent", json!(first));
    }
    put("children", json!(node.children));
    if let Some(value) = node.value {
        json::put_value(&mut object, value);
        object.insert("principal".to_owned(), json!(drawn.principal));
    }
    Ok(object.into())
}
