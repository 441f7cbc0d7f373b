//! Every block that is opened is closed: `{ }`, `( )`, `[ ]`, `do od`, `if fi`.
//!
//! Goes in: the preprocessed tokens. Comes out: the same, repaired where needed: closers that were forgotten are put in,
//! closers too many are left out, a `do` closed by `fi` gets its `od`. True afterwards: blocks are balanced and nested no
//! deeper than [`MAX_NESTING`]. So the parser can skip what it does not understand and still find the end of the block
//! around it, and one forgotten `od` is one error, not twenty.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::token::{Spanned, Token};

/// Blocks, parentheses and prefix operators may nest this deep: later stages are recursive.
pub const MAX_NESTING: usize = 200;
/// Tokens of one expression: later stages are recursive.
const MAX_EXPRESSION: usize = 10_000;
/// Tokens of a file, and of a specification.
pub const MAX_TOKENS: usize = 1 << 20;

/// The token that closes what `opener` opens.
fn closer(opener: &Token) -> Option<Token> {
    Some(match opener {
        Token::OpenBrace => Token::CloseBrace,
        Token::OpenParen => Token::CloseParen,
        Token::OpenBracket => Token::CloseBracket,
        Token::Do => Token::Od,
        Token::If => Token::Fi,
        _ => return None,
    })
}

fn is_closer(token: &Token) -> bool {
    matches!(token, Token::CloseBrace | Token::CloseParen | Token::CloseBracket | Token::Od | Token::Fi)
}

/// Words that stand where the name of a message can stand.
fn is_pseudo_message(token: &Token) -> bool {
    matches!(token, Token::Default | Token::Any | Token::Timeout)
}

/// Balances the blocks of `tokens`.
pub fn balance(tokens: Vec<Spanned>, diagnostics: &mut Diagnostics) -> Vec<Spanned> {
    let mut balancer =
        Balancer { open: Vec::new(), output: Vec::with_capacity(tokens.len()), in_ltl: false, diagnostics };
    let end = tokens.last().map(|last| last.span.after());
    if let Some(first_beyond) = tokens.get(MAX_TOKENS) {
        balancer.diagnostics.add(too_long("specification", MAX_TOKENS, first_beyond.span));
        return Vec::new();
    }
    let mut prefixes = 0;
    let mut expression = 0;
    for spanned in tokens {
        prefixes = if matches!(spanned.token, Token::Bang | Token::Minus) { prefixes + 1 } else { 0 };
        expression = if balancer.ends_expression(&spanned.token) { 0 } else { expression + 1 };
        if balancer.open.len() > MAX_NESTING || prefixes > MAX_NESTING {
            balancer.too_deep(spanned.span);
            return Vec::new();
        }
        if expression > MAX_EXPRESSION {
            balancer.diagnostics.add(too_long("expression", MAX_EXPRESSION, spanned.span));
            return Vec::new();
        }
        balancer.token(spanned);
    }
    if let Some(end) = end {
        balancer.close_down_to(0, end);
    }
    balancer.output
}

struct Balancer<'a> {
    /// The openers that are not closed yet, outermost first.
    open: Vec<Spanned>,
    output: Vec<Spanned>,
    /// In an `ltl` block `->` is an operator, elsewhere it ends a statement.
    in_ltl: bool,
    diagnostics: &'a mut Diagnostics,
}

impl Balancer<'_> {
    fn token(&mut self, spanned: Spanned) {
        let token = &spanned.token;
        if self.is_in_name_position(token) && token.is_reserved_word() {
            return self.reserved_word(spanned);
        }
        if *token == Token::Proc {
            self.close_down_to(0, spanned.span);
        } else if self.cannot_be_in_parentheses(token) {
            self.close_expressions(spanned.span);
        }
        if closer(token).is_some() {
            if *token == Token::OpenBrace && self.open.is_empty() {
                self.in_ltl = self.follows_ltl();
            }
            self.open.push(spanned.clone());
            self.output.push(spanned);
        } else if is_closer(token) {
            self.close(spanned);
        } else {
            self.output.push(spanned);
        }
    }

    fn cannot_be_in_parentheses(&self, token: &Token) -> bool {
        match token {
            Token::Semicolon | Token::DoubleColon | Token::OpenBrace | Token::Pvar | Token::Queue | Token::Qset => true,
            Token::Arrow => !self.in_ltl,
            _ => false,
        }
    }

    /// No expression goes on behind this token.
    fn ends_expression(&self, token: &Token) -> bool {
        let in_block = matches!(token, Token::Comma | Token::CloseBrace | Token::Colon);
        in_block || token.is_reserved_word() || self.cannot_be_in_parentheses(token)
    }

    /// A reserved word where a name belongs: read as if it could be one.
    fn reserved_word(&mut self, spanned: Spanned) {
        let message = format!("{} is a reserved word and cannot be a name", spanned.token);
        self.diagnostics.add(Diagnostic::new(Code::ReservedWord, spanned.span, message).hint("choose another name"));
        let name = spanned.token.spelling().unwrap_or_default().into();
        self.output.push(Spanned { token: Token::Name(name), span: spanned.span });
    }

    /// The token before asks for a name: a reserved word here is a mistake of its own, not the start of a block.
    /// (`od` and `fi` close the block also when a name is missing before them.)
    fn is_in_name_position(&self, token: &Token) -> bool {
        !is_closer(token)
            && self.output.last().is_some_and(|last| match last.token {
                Token::Query => !is_pseudo_message(token),
                Token::Bang | Token::Goto | Token::Proc | Token::Pvar | Token::Queue | Token::Qset => true,
                _ => false,
            })
    }

    /// `ltl name` stands before.
    fn follows_ltl(&self) -> bool {
        matches!(self.output.as_slice(),
            [.., Spanned { token: Token::Name(word), .. }, Spanned { token: Token::Name(_), .. }] if &**word == "ltl")
    }

    fn close(&mut self, spanned: Spanned) {
        match self.partner(&spanned.token) {
            Some(partner) => {
                self.close_down_to(partner + 1, spanned.span);
                self.open.pop();
                self.output.push(spanned);
            }
            None => self.close_without_partner(spanned),
        }
    }

    /// The opener that this closer can close: parentheses and brackets do not reach out of a block, `od` and `fi` not out
    /// of braces.
    fn partner(&self, token: &Token) -> Option<usize> {
        let reach = |opener: &Token| match token {
            Token::CloseBrace => true,
            Token::Od | Token::Fi => *opener != Token::OpenBrace,
            _ => matches!(opener, Token::OpenParen | Token::OpenBracket),
        };
        let within = self.open.iter().enumerate().rev().take_while(|(_, opener)| reach(&opener.token));
        within.filter(|(_, opener)| closer(&opener.token).as_ref() == Some(token)).map(|(at, _)| at).next()
    }

    /// `do ... fi`: the wrong closer for the right block. Anything else is left out.
    fn close_without_partner(&mut self, spanned: Spanned) {
        let Spanned { token, span } = spanned;
        if matches!(token, Token::Od | Token::Fi) {
            self.close_expressions(span);
            let block = self.open.last().filter(|opener| matches!(opener.token, Token::Do | Token::If)).cloned();
            if let Some(opener) = block
                && let Some(right) = closer(&opener.token)
            {
                self.diagnostics.add(
                    Diagnostic::new(
                        Code::UnbalancedBlock,
                        span,
                        format!("expected {right} to close this {}, found {token}", opener.token),
                    )
                    .other(opener.span, "opened here")
                    .hint("`do` is closed by `od`, `if` by `fi`"),
                );
                self.open.pop();
                return self.output.push(Spanned { token: right, span });
            }
        }
        self.diagnostics.add(
            Diagnostic::new(Code::UnbalancedBlock, span, format!("this {token} closes nothing"))
                .hint("remove it, or look for the opening one that is missing"),
        );
        let starts_statement = |last: &Spanned| {
            matches!(last.token, Token::Semicolon | Token::Arrow | Token::DoubleColon | Token::OpenBrace)
        };
        if matches!(token, Token::Od | Token::Fi) && self.output.last().is_some_and(starts_statement) {
            self.output.push(Spanned { token: Token::Skip, span });
        }
    }

    /// Closes the parentheses and brackets that a statement has left open.
    fn close_expressions(&mut self, at: Span) {
        let is_expression = |opener: &Spanned| matches!(opener.token, Token::OpenParen | Token::OpenBracket);
        let keep = self.open.iter().rposition(|opener| !is_expression(opener)).map_or(0, |block| block + 1);
        self.close_down_to(keep, at);
    }

    /// Closes and complains about all but the `keep` outermost open blocks.
    fn close_down_to(&mut self, keep: usize, at: Span) {
        while self.open.len() > keep
            && let Some(opener) = self.open.pop()
            && let Some(missing) = closer(&opener.token)
        {
            let place = if at.start == at.end { at } else { at.before() };
            self.diagnostics.add(
                Diagnostic::new(Code::UnbalancedBlock, opener.span, format!("this {} is never closed", opener.token))
                    .label("opened here")
                    .other(place, format!("expected {missing} here at the latest")),
            );
            self.output.push(Spanned { token: missing, span: place });
        }
    }

    fn too_deep(&mut self, span: Span) {
        self.diagnostics.add(
            Diagnostic::new(
                Code::NestedTooDeep,
                span,
                format!("blocks, parentheses or unary operators are nested more than {MAX_NESTING} deep here"),
            )
            .hint("make a part of it a procedure, or compute a part of the expression in a variable"),
        );
    }
}

/// Something has more tokens than can be read.
pub fn too_long(what: &str, limit: usize, span: Span) -> Diagnostic {
    let message = format!("this {what} has more than {limit} words and symbols");
    Diagnostic::new(Code::TooLarge, span, message).label("up to and including this one")
}
