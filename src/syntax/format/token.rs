//! The tokens of a rule file, each with its role in the syntax tree.

use unicode_width::UnicodeWidthStr;

use crate::syntax::grammar::Rule;
use crate::syntax::operators;
use crate::syntax::tokens;
use crate::syntax::tree::{File, SourceTerm, TermKind};

/// The kinds of tokens that matter for the space around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An atom that is not an operator here, a variable or a quoted text.
    Word,
    /// Digits.
    Number,
    /// An atom with its arguments in parentheses directly after it.
    Functor,
    /// An operator between two operands.
    Infix(Infix),
    /// An operator before one operand.
    Prefix,
    /// The minus sign of a negative number.
    Sign,
    Comma,
    Bar,
    /// An opening bracket.
    Open(Bracket),
    /// A closing bracket.
    Close(Bracket),
    FullStop,
    LineComment,
    BlockComment,
}

impl TokenKind {
    fn is_comment(self) -> bool {
        matches!(self, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// The operators between operands, by how they are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    /// `:-` or `-->` of a clause.
    Neck,
    /// `;`, `->` or `*->` in a body.
    Choice,
    /// Without spaces.
    Tight,
    /// With spaces.
    Spaced,
}

/// The brackets, by how they are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// Around arguments, items, or an operand.
    Plain,
    /// Around goals joined with commas.
    Goals,
    /// Around goals joined with `;` or `->`.
    Choice,
}

/// One token.
#[derive(Debug)]
pub(super) struct FormatToken<'a> {
    pub text: &'a str,
    pub kind: TokenKind,
    /// The first byte.
    pub start: usize,
    /// The width in columns; for a text of several lines, the width of the last line.
    pub width: usize,
    /// The number of open brackets around it.
    pub depth: usize,
    /// For a bracket, the index of its counterpart.
    pub partner: usize,
    /// Whether it is in a clause, after the clause's first token.
    pub inside: bool,
    /// The number of line ends between the token before and this one.
    pub line_ends: usize,
    /// The line where it begins, from 0.
    pub line: usize,
    /// The column where it begins, from 0.
    pub column: usize,
    /// The columns between the token before and this one, if they share a line.
    pub gap: usize,
    /// Whether nothing is between the token before and this one, not even a character without
    /// width, and neither is a comment.
    pub touches: bool,
}

impl FormatToken<'_> {
    pub fn is_comment(&self) -> bool {
        self.kind.is_comment()
    }

    /// The line where it ends, from 0.
    pub fn last_line(&self) -> usize {
        self.line + self.text.matches('\n').count()
    }

    /// The column after it, if it begins in `column`.
    pub fn end(&self, column: usize) -> usize {
        if self.text.contains('\n') {
            self.width
        } else {
            column + self.width
        }
    }

    /// Whether it is a symbol with a dot at its end. The dot would be read as a full stop if a line
    /// ended after it, or, unless the symbol is an operator, if a space followed.
    pub fn ends_with_dot(&self) -> bool {
        self.text.ends_with('.')
            && !self.is_comment()
            && !matches!(self.kind, TokenKind::Number | TokenKind::FullStop)
    }

    pub fn is_infix(&self, infix: Infix) -> bool {
        self.kind == TokenKind::Infix(infix)
    }
}

/// The tokens of a text, with their roles in its syntax tree, which has no faults.
pub(super) fn tokens<'a>(text: &'a str, file: &File) -> Vec<FormatToken<'a>> {
    let mut tokens = scan(text);
    pair_brackets(&mut tokens);
    for clause in &file.clauses {
        let whole = Context {
            is_head: clause.directive().is_none(),
            ..Context::default()
        };
        mark(&mut tokens, &clause.term, whole);
    }
    note_clauses(&mut tokens);
    tokens
}

/// The tokens with their places.
fn scan(text: &str) -> Vec<FormatToken<'_>> {
    let mut tokens: Vec<FormatToken<'_>> = Vec::new();
    let mut cursor = Cursor {
        text,
        offset: 0,
        line: 0,
        column: 0,
    };
    for token in tokens::tokens(text, 0) {
        let kind = kind_of(token.rule, token.text);
        let (line, column) = (cursor.line, cursor.column);
        let follows_comment = tokens.last().is_some_and(FormatToken::is_comment);
        let touches = cursor.offset == token.start && !kind.is_comment() && !follows_comment;
        cursor.advance(token.start);
        let (line_ends, gap) = (cursor.line - line, cursor.column.saturating_sub(column));
        let shown = if kind == TokenKind::LineComment {
            token.text.trim_end()
        } else {
            token.text
        };
        let width = shown.rsplit('\n').next().unwrap_or("").width();
        let (line, column) = (cursor.line, cursor.column);
        let (depth, partner, inside) = (0, 0, false);
        tokens.push(FormatToken {
            text: shown,
            kind,
            start: token.start,
            width,
            depth,
            partner,
            inside,
            line_ends,
            line,
            column,
            gap,
            touches,
        });
        cursor.advance(token.end());
        // A tab inside a comment or a quoted text counts as any other character.
        cursor.column = tokens.last().map_or(0, |token| token.end(column));
    }
    tokens
}

/// Counts lines and columns.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl Cursor<'_> {
    fn advance(&mut self, offset: usize) {
        const TAB: usize = 8;
        for character in self.text[self.offset..offset].chars() {
            match character {
                '\n' => (self.line, self.column) = (self.line + 1, 0),
                '\t' => self.column = (self.column / TAB + 1) * TAB,
                '\r' | '\u{feff}' => {}
                _ => self.column += unicode_width::UnicodeWidthChar::width(character).unwrap_or(0),
            }
        }
        self.offset = offset;
    }
}

fn kind_of(rule: Rule, text: &str) -> TokenKind {
    match rule {
        Rule::number => TokenKind::Number,
        Rule::separator if text == "," => TokenKind::Comma,
        Rule::separator => TokenKind::Bar,
        Rule::opening => TokenKind::Open(Bracket::Plain),
        Rule::closing => TokenKind::Close(Bracket::Plain),
        Rule::full_stop => TokenKind::FullStop,
        Rule::comment if text.starts_with('%') => TokenKind::LineComment,
        Rule::comment => TokenKind::BlockComment,
        _ => TokenKind::Word,
    }
}

/// Finds the pairs of brackets, the depth of every token, and the functors.
fn pair_brackets(tokens: &mut [FormatToken<'_>]) {
    let mut open = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Open(_) => {
                tokens[at].depth = open.len();
                open.push(at);
                if at > 0
                    && tokens[at].text == "("
                    && tokens[at - 1].kind == TokenKind::Word
                    && tokens[at].touches
                {
                    tokens[at - 1].kind = TokenKind::Functor;
                }
            }
            TokenKind::Close(_) => {
                if let Some(opening) = open.pop() {
                    tokens[opening].partner = at;
                    tokens[at].partner = opening;
                }
                tokens[at].depth = open.len();
            }
            _ => tokens[at].depth = open.len(),
        }
    }
}

/// Marks the tokens inside a clause.
fn note_clauses(tokens: &mut [FormatToken<'_>]) {
    let mut inside = false;
    for token in tokens {
        token.inside = inside;
        inside = token.kind != TokenKind::FullStop && (inside || !token.is_comment());
    }
}

/// The context of a term.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Whether it is in a clause's head, where brackets are around terms, not goals.
    is_head: bool,
    /// Whether it is in an arithmetic expression.
    is_arithmetic: bool,
}

/// Marks the operators of a term and the kinds of its brackets. The recursion is as deep as the
/// term, whose depth the reader has limited.
fn mark(tokens: &mut [FormatToken<'_>], term: &SourceTerm, context: Context) {
    match &term.kind {
        TermKind::Compound {
            functor,
            functor_span,
            arguments,
        } => {
            let place = functor_span.start as usize;
            match &**arguments {
                [left, right] if place > left.span.start as usize => {
                    mark_infix(tokens, functor, place, context.is_arithmetic);
                    if !context.is_head {
                        mark_goals(tokens, term, functor);
                    }
                    let is_neck =
                        find(tokens, place).is_some_and(|at| tokens[at].is_infix(Infix::Neck));
                    let is_arithmetic = context.is_arithmetic || is_comparison(functor);
                    mark(
                        tokens,
                        left,
                        Context {
                            is_arithmetic,
                            ..context
                        },
                    );
                    let is_arithmetic = is_arithmetic || &**functor == "is";
                    mark(
                        tokens,
                        right,
                        Context {
                            is_arithmetic,
                            is_head: context.is_head && !is_neck,
                        },
                    );
                }
                _ => {
                    mark_prefix(tokens, functor, place, arguments);
                    arguments
                        .iter()
                        .for_each(|argument| mark(tokens, argument, context));
                }
            }
        }
        TermKind::List { items, tail } => {
            items
                .iter()
                .chain(tail.as_deref())
                .for_each(|item| mark(tokens, item, context));
        }
        TermKind::Integer(_) => mark_sign(tokens, term.span.start as usize),
        _ => {}
    }
}

fn find(tokens: &[FormatToken<'_>], start: usize) -> Option<usize> {
    tokens
        .binary_search_by_key(&start, |token| token.start)
        .ok()
}

fn is_comparison(functor: &str) -> bool {
    matches!(functor, "=:=" | "=\\=" | "<" | ">" | "=<" | ">=")
}

fn mark_infix(tokens: &mut [FormatToken<'_>], functor: &str, place: usize, arithmetic: bool) {
    let Some(at) = find(tokens, place) else {
        return;
    };
    let infix = match functor {
        "," => return,
        _ if tokens[at].text.starts_with('\'') || follows_operator(tokens, at) => Infix::Spaced,
        ":-" | "-->" if tokens[at].depth == 0 => Infix::Neck,
        ";" | "*->" => Infix::Choice,
        "->" if tokens[at].depth > 0 || is_after_neck(tokens, at) => Infix::Choice,
        ".." | ":" | "^" | "**" => Infix::Tight,
        // A pair such as `X-Y`, or a difference: the author's spaces decide.
        "-" | "/"
            if !arithmetic
                && tokens[at].touches
                && tokens.get(at + 1).is_some_and(|next| next.touches) =>
        {
            Infix::Tight
        }
        _ => Infix::Spaced,
    };
    tokens[at].kind = TokenKind::Infix(infix);
}

/// Whether the token before an infix operator is itself an infix operator before its operand:
/// without a space, a bracket after the infix operator would begin its arguments.
fn follows_operator(tokens: &[FormatToken<'_>], at: usize) -> bool {
    let before = tokens[..at].iter().rev().find(|token| !token.is_comment());
    before.is_some_and(|token| operators::prefix(token.text).is_some())
}

/// Whether a token of depth 0 is in a body; otherwise `->` belongs to a production or a fluent.
fn is_after_neck(tokens: &[FormatToken<'_>], at: usize) -> bool {
    let before = tokens[..at]
        .iter()
        .rev()
        .take_while(|token| token.kind != TokenKind::FullStop);
    before.into_iter().any(|token| token.is_infix(Infix::Neck))
}

/// Marks the brackets around a term that is goals: the term begins and ends with the brackets.
fn mark_goals(tokens: &mut [FormatToken<'_>], term: &SourceTerm, functor: &str) {
    let bracket = match functor {
        "," => Bracket::Goals,
        ";" | "->" | "*->" => Bracket::Choice,
        _ => return,
    };
    let Some(at) = find(tokens, term.span.start as usize) else {
        return;
    };
    let partner = tokens[at].partner;
    if tokens[at].text == "(" && tokens[partner].start + 1 == term.span.end as usize {
        tokens[at].kind = TokenKind::Open(bracket);
        tokens[partner].kind = TokenKind::Close(bracket);
    }
}

fn mark_prefix(
    tokens: &mut [FormatToken<'_>],
    functor: &str,
    place: usize,
    arguments: &[SourceTerm],
) {
    let is_prefix = arguments.len() == 1 && functor != "{}" && operators::prefix(functor).is_some();
    if let Some(at) = find(tokens, place)
        && is_prefix
        && tokens[at].kind == TokenKind::Word
    {
        tokens[at].kind = TokenKind::Prefix;
    }
}

/// Marks the sign of a number, which may be in brackets that belong to its place.
fn mark_sign(tokens: &mut [FormatToken<'_>], place: usize) {
    let Some(at) = find(tokens, place) else {
        return;
    };
    let number = tokens[at..]
        .iter_mut()
        .find(|token| !matches!(token.kind, TokenKind::Open(_)) && !token.is_comment());
    if let Some(sign) = number.filter(|token| token.text == "-") {
        sign.kind = TokenKind::Sign;
    }
}
