// The messages between page and server, as `protocol.rs` defines them. Knows nothing of how they travel.

/** Where the game of this tab stands. */
export interface State {
  title: string;
  roles: string[];
  /** The colour of each role, null for one that is named otherwise. */
  colours: (Colour | null)[];
  levels: { name: string }[];
  heuristics: string[];
  usual: string;
  ply: number;
  /** The facts of the first position, where it is not the start of the game. */
  start: string | null;
  line: Ply[];
  /** The plies after the line that the rules do not allow since an edit. */
  leftOut: string[];
  mover: string[];
  moves: LegalMove[];
  /** Why some legal moves are not among them. */
  fault: string | null;
  stuck: string[];
  board: Board | null;
  text: string;
  result: { words: string; goals: { role: string; value: number }[] } | null;
  last: string[];
}

/** A ply of the line; several roles that moved at once are joined with `+`, and so are their moves. */
export interface Ply {
  role: string;
  move: string;
}

/** A legal move; its path is null where it fits no square. */
export interface LegalMove {
  role: string;
  move: string;
  path: string[] | null;
}

/** A drawn position, its first row at the top. Lengths are in units of which a square is 40 wide and high. */
export interface Board {
  columns: number;
  rows: number;
  width: number;
  height: number;
  surface: string;
  /** Whether what lies below the squares is seen through them. */
  open?: true;
  /** The outline of a square, as data of a path from its upper left corner. */
  outline: string;
  /** What lies below the squares, as SVG. */
  beneath?: string;
  /** What lies upon them and below the pieces, as SVG. */
  upon?: string;
  /** The names at the edges; none if squares have names that are not made of columns and rows. */
  names: EdgeName[];
  squares: Square[];
  /** The pieces, as SVG in a square of 40 by 40, by their glyphs. */
  drawings: Record<string, string>;
  /** What stands beside the board. */
  beside?: Beside[];
  /** It is seen from its other side. */
  isFlipped?: true;
}

/** The name of a column or a row, with its middle. */
export interface EdgeName {
  text: string;
  x: number;
  y: number;
}

/** A score, a hand or a count of a role. */
export interface Beside {
  role: string;
  label: string;
  value: string;
}

/** A square, without a name if the game gives it none; places that are not on the board are left out. */
export interface Square {
  column: number;
  row: number;
  /** Its upper left corner. */
  x: number;
  y: number;
  name: string;
  /** Whether it is a dark square of a checkered board. */
  dark?: true;
  piece?: Piece;
}

export type Colour = "black" | "white" | "red" | "blue" | "yellow" | "green";

/** What stands on a square: its glyph, by which the board has its drawing, and how a screen reader says it. */
export interface Piece {
  glyph: string;
  said: string;
}

/** What a move is worth to who plays it; a decided game also in words. */
export interface Worth {
  value: number;
  result: string | null;
}

/** How far a search is. */
export interface Progress extends Worth {
  depth: number;
  move: string;
  nodes: number;
}

/** What the program would play. */
export interface Choice extends Progress {
  line: string[];
  milliseconds: number;
}

/** The squares on which another role could take a piece with its next move, or win. */
export interface Threats {
  taken: string[];
  won: string[];
}

/** What each legal move is worth. */
export interface Values {
  values: MoveValue[];
}

/** A legal move and what it is worth. */
export interface MoveValue extends Worth {
  move: string;
}

/** A game tree, as far as it is open; the first node is the root. */
export interface Tree {
  sides: [string, string] | null;
  /** How many plies ahead of the root values look; null without them. */
  plies: number | null;
  counts: string;
  /** What lies under the pieces of each node. */
  ground: Board | null;
  /** The pieces of all nodes, as SVG in a square of 40 by 40. */
  drawings: string[];
  /** What is not shown for want of room. */
  omission: string | null;
  nodes: TreeNode[];
  svg: string | null;
}

/** A node of a game tree; only an open kind of node has more to be opened. */
export interface TreeNode {
  move: string;
  children: number[];
  kind: "open" | "cut" | "over" | "equivalent";
  role: string | null;
  sign: string | null;
  value: string | null;
  note: string | null;
  principal: boolean;
  /** Upper left corners of squares, and the places of drawings in the list of the tree. */
  pieces: [number, number, number][] | null;
  text: string;
}

/** A rule file that was chosen in the page. */
export interface ChosenFile {
  name: string;
  text: string;
}

/** Why something is legal or not. */
export interface Reason {
  text: string;
  holds: boolean;
  places: Place[];
  /** The move, if it is legal. */
  move: string | null;
}

/** What a search for all answers to a goal costs. */
export interface Profile {
  goal: string;
  answers: number;
  steps: number;
  /** The most expensive ones first. */
  predicates: PredicateCost[];
}

/** The cost of a predicate; the steps are its own. */
export interface PredicateCost {
  name: string;
  place: Place | null;
  steps: number;
  calls: number;
  exits: number;
  redos: number;
  fails: number;
}

/** A place in a file, in UTF-16 code units. */
export interface Place {
  path: string;
  from: number;
  to: number;
}

/** Answers to a goal, and whether there may be more. */
export interface Found {
  answers: GoalAnswer[];
  more: boolean;
}

/** An answer to a goal: as a goal, and the value of each variable. */
export interface GoalAnswer {
  text: string;
  values: [string, string][];
}

/** A file of the game, what tells whether it changes on the disk, and the paths of all files. */
export interface Text {
  path: string;
  text: string;
  version: string | null;
  files: string[];
}

/** Whether a text was written, and what the file on the disk is now; no version if there is none. */
export interface Saved {
  written: boolean;
  version: string | null;
}

/** What has come of a changed text; no state where the game cannot be played by it. */
export interface Edited {
  diagnostics: Diagnostic[];
  state: State | null;
}

/** Something wrong or doubtful in a text. */
export interface Diagnostic {
  from: number;
  to: number;
  severity: "error" | "warning";
  message: string;
  code: string;
  help: string;
}

/** What could be typed at a place. */
export interface Completions {
  from: number;
  items: { label: string; insert: string; detail: string; kind: string }[];
}

/** What is known of a name. */
export interface Hover {
  from: number;
  to: number;
  markdown: string;
}

/** The places of a name, each with its line. */
export interface NamePlaces {
  name: string;
  places: NamePlace[];
}

export interface NamePlace extends Place {
  line: number;
  code: string;
}

/** What random games showed: faults, and what is none. */
export interface Trial {
  findings: Finding[];
  notes: string[];
}

/** A fault that showed in play, with its clause if one is known. */
export interface Finding {
  severity: "error" | "warning";
  message: string;
  code: string;
  help: string;
  place: Place | null;
}

/** The result of a game of a match, for the first player. */
export interface MatchResult {
  result: "win" | "draw" | "loss";
  plies: number;
}

/** A game of a match, as far as it was played; no end while it goes on. */
export interface MatchPart {
  moves: string[];
  /** The role of the first player. */
  role: string;
  end: MatchEnd | null;
}

/** How a game of a match ended, and how the players stand after it, the first one first. */
export interface MatchEnd extends MatchResult {
  words: string;
  table: [MatchScore, MatchScore];
  meanPlies: number;
}

/** The score of a player in a match. */
export interface MatchScore {
  wins: number;
  draws: number;
  losses: number;
  /** The share of points, from 0 to 1. */
  share: number;
  /** The difference in Elo and its 95 % interval, none before the second game. */
  elo: { difference: string; least: string; most: string } | null;
}

/** The session files of the game. */
export interface SessionList {
  files: string[];
}

/** The output of a session file, compared with its snapshots; where the run was ended, as far as it went. */
export interface TestedSession {
  path: string;
  output: string;
  headings: TestedHeading[];
  ended: { line: number; text: string; cancelled: boolean } | null;
}

/** The output under a heading, compared with its snapshot; no heading for the entries before the first one. */
export interface TestedHeading {
  heading: string | null;
  verdict: "same" | "different" | "new" | "missing";
  line: number | null;
  faults: { line: number; text: string }[];
  difference: ChangedLine[];
  /** How many lines of the difference are left out. */
  further: number;
}

/** A line in the snapshot, in the output or in both; a gap stands for equal lines. */
export interface ChangedLine {
  change: "same" | "removed" | "added" | "gap";
  text: string;
}

/** A range of a text that can be folded. */
export interface Fold {
  from: number;
  to: number;
}

/** A game from a text of records: its line, its variations as lines from the start, and its comments. */
export interface ReadRecord {
  /** What the records of the text are called. */
  games: string[];
  start: string | null;
  moves: string[];
  lines: string[][];
  comments: LineComment[];
}

/** A comment on the position after some moves. */
export interface LineComment {
  moves: string[];
  text: string;
}

/** The rules in words. */
export interface RulesInWords {
  sections: RulesSection[];
}

/** A part of the rules in words. */
export interface RulesSection {
  title: string;
  markdown: string;
}

/** The second game after the moves of the first, as far as it has them. */
export interface Compared {
  first: string;
  path: string;
  state: State;
  note: string | null;
  /** What only the first game shows here, and what only the second. */
  differing: [Differing, Differing];
  readings: number;
  usualPlies: number;
  mostPlies: number;
}

/** What one of two games shows otherwise than the other. */
export interface Differing {
  squares: string[];
  moves: Ply[];
}

/** How far a comparison is. */
export interface Comparing {
  stage: string;
  done: number;
  total: number;
  positions: number;
}

/** Whether the two games differ, in words, and after which moves. */
export interface Difference {
  same: boolean;
  words: string;
  readings: number;
  line: string[];
}

/** A change of a position that is being set up: a piece on a square, or the value of a fluent without keys. */
export type Placed = { square: string; glyph: string | null } | { fluent: string; value: string | null };

/** A position that is being set up, with the pieces that can be put on its squares. */
export interface Sketch {
  facts: string;
  board: Board | null;
  pieces: Piece[];
  drawings: Record<string, string>;
  values: { fluent: string; values: string[]; value: string | null }[];
}

/** Each question's answer. */
export interface Answers {
  open: State;
  setup: State;
  facts: { text: string };
  sketch: Sketch;
  trial: Trial;
  match: MatchPart;
  sessions: SessionList | null;
  test: TestedSession;
  accept: TestedSession;
  play: State;
  go: State;
  choose: Choice;
  values: Values;
  threats: Threats;
  tree: Tree;
  why: Reason;
  line: State;
  record: { text: string };
  replay: ReadRecord;
  picture: { svg: string };
  query: Found;
  profile: Profile;
  text: Text;
  versions: { files: [string, string | null][] };
  edit: Edited;
  save: Saved;
  complete: Completions;
  hover: Hover | null;
  define: Place | null;
  references: NamePlaces;
  rename: { texts: Record<string, string> };
  format: { text: string | null };
  fold: { folds: Fold[] };
  rules: RulesInWords;
  compare: Compared | null;
  second: { files: [string, string][] } | null;
  difference: Difference;
  cancel: object;
}

/** Which positions a picture shows: the present one, or all up to it, side by side or one after the other. */
export type PictureForm = "position" | "sheet" | "film";

/** What the server says to a question. */
export interface Reply {
  id: number;
  answer?: unknown;
  fault?: { text: string };
  progress?: unknown;
}
