// The messages between page and server, as `protocol.rs` defines them. Knows nothing of how they travel.

/** Where the game of this tab stands. */
export interface State {
  title: string;
  roles: string[];
  levels: { name: string }[];
  usual: string;
  ply: number;
  line: Ply[];
  mover: string[];
  moves: LegalMove[];
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

/** A drawn position, its first row at the top. */
export interface Board {
  columns: number;
  rows: number;
  columnNames: string[];
  rowNames: string[];
  squares: Square[];
}

/** A square; places that are not on the board are left out. */
export interface Square {
  column: number;
  row: number;
  name: string;
  glyph: string;
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
  counts: string;
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
  board: Board | null;
  text: string;
}

/** Why something is legal or not. */
export interface Reason {
  text: string;
  holds: boolean;
  places: Place[];
}

/** A place in a file, in UTF-16 code units. */
export interface Place {
  path: string;
  from: number;
  to: number;
}

/** An answer to a goal. */
export interface Found {
  answer: string | null;
  more: boolean;
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

/** The second game after the moves of the first, as far as it has them. */
export interface Compared {
  first: string;
  path: string;
  state: State;
  note: string | null;
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
  line: string[];
}

/** Each question's answer. */
export interface Answers {
  open: State;
  play: State;
  go: State;
  choose: Choice;
  values: Values;
  tree: Tree;
  why: Reason;
  query: Found;
  text: Text;
  edit: Edited;
  save: Saved;
  complete: Completions;
  hover: Hover | null;
  compare: Compared | null;
  difference: Difference;
  cancel: object;
}

/** What the server says to a question. */
export interface Reply {
  id: number;
  answer?: unknown;
  fault?: { text: string };
  progress?: unknown;
}
