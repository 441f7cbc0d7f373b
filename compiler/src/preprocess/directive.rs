//! The directives: `#define`, `#undef`, `#include`, conditional groups, `#error`.

use super::*;

/// What a directive line is made of: the `#`, the directive's name, and the rest.
struct Line<'a> {
    keyword: Span,
    rest: &'a [RawToken],
}

impl Line<'_> {
    /// The place just behind the last token.
    fn end(&self) -> Span {
        self.rest.last().map_or(self.keyword, |token| token.span).after()
    }
}

const DIRECTIVES: [&str; 10] =
    ["define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"];

impl Preprocessor<'_> {
    /// Obeys one directive. `tokens` is the whole line, the `#` first.
    pub(super) fn directive(&mut self, tokens: &[RawToken], groups: &mut Vec<Group>) {
        let active = groups.last().is_none_or(|group| group.active);
        let Some(keyword) = tokens.get(1) else { return };
        let line = Line { keyword: tokens[0].span.to(keyword.span), rest: &tokens[2..] };
        let name: &str = match &keyword.token {
            Token::Name(name) => name,
            Token::If => "if",
            Token::Error => "error",
            _ => "",
        };
        match name {
            "if" | "ifdef" | "ifndef" => self.open_group(name, &line, active, groups),
            "elif" => self.alternative(&line, groups),
            "else" => self.otherwise(&line, groups),
            "endif" => self.close_group(&line, groups),
            _ if !active => {}
            "define" => self.define(&line),
            "undef" => {
                if let Some((name, rest)) = self.macro_name(&line) {
                    self.macros.remove(&name);
                    self.nothing_after(rest, "undef");
                }
            }
            "include" => self.include(&line),
            "error" => {
                let text = match (line.rest.first(), line.rest.last()) {
                    (Some(first), Some(last)) => self.sources.text(first.span.to(last.span)).to_string(),
                    _ => "#error".into(),
                };
                self.error(Code::ErrorDirective, line.keyword.to(line.end()), text);
            }
            _ => {
                let written = self.sources.text(keyword.span).to_string();
                let hint = closest(&written, DIRECTIVES.into_iter())
                    .map(|found| format!("did you mean `#{found}`?"))
                    .unwrap_or_else(|| {
                        "there are `#define #undef #include #if #ifdef #ifndef #elif #else #endif #error`".into()
                    });
                self.diagnostics.add(
                    Diagnostic::new(Code::UnknownDirective, line.keyword, format!("unknown directive `#{written}`"))
                        .hint(hint),
                );
            }
        }
    }

    fn malformed(&mut self, span: Span, message: impl Into<String>, hint: &str) {
        self.diagnostics.add(Diagnostic::new(Code::MalformedDirective, span, message).hint(hint));
    }

    /// Warns about text that a directive does not look at.
    fn nothing_after(&mut self, rest: &[RawToken], directive: &str) {
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            self.error(
                Code::TextAfterDirective,
                first.span.to(last.span),
                format!("the text after `#{directive}` is ignored"),
            );
        }
    }

    /// The name of the macro that a directive speaks of, and what follows it.
    fn macro_name<'t>(&mut self, line: &Line<'t>) -> Option<(Name, &'t [RawToken])> {
        let Some((first, rest)) = line.rest.split_first() else {
            self.malformed(line.end(), "expected the name of a macro", "write a name after the directive");
            return None;
        };
        let text = self.sources.text(first.span);
        let is_name = matches!(first.token, Token::Name(_)) || first.token.is_reserved_word();
        if !is_name || text == "defined" {
            let message = format!("`{text}` cannot be the name of a macro");
            self.malformed(first.span, message, "a macro's name is a letter or `_`, then letters, digits and `_`");
            return None;
        }
        Some((text.into(), rest))
    }

    fn define(&mut self, line: &Line) {
        let Some((name, mut rest)) = self.macro_name(line) else { return };
        let definition = line.rest[0].span.to(line.end());
        let mut parameters = None;
        if let [open, after @ ..] = rest
            && open.token == Token::OpenParen
            && !open.spaced
        {
            let Some(close) = after.iter().position(|token| token.token == Token::CloseParen) else {
                let hint = "close the list with `)`, or put a space before `(` if it belongs to the text";
                return self.malformed(open.span, "this list of macro parameters is never closed", hint);
            };
            let Some(names) = self.parameter_names(&after[..close], open.span) else { return };
            parameters = Some(names);
            rest = &after[close + 1..];
        }
        let body: Vec<Spanned> = rest.iter().filter_map(|token| self.readable(token.spanned())).collect();
        if let Some(previous) = self.macros.get(&name) {
            let same = previous.parameters == parameters
                && previous.body.iter().map(|token| &token.token).eq(body.iter().map(|token| &token.token));
            if !same {
                let diagnostic =
                    Diagnostic::new(Code::MacroRedefined, definition, format!("macro `{name}` is defined again"))
                        .label("this definition counts from here on")
                        .other(previous.definition, "the earlier definition")
                        .hint(format!("use `#ifndef {name}` if the earlier one should win, or `#undef {name}` before"));
                self.diagnostics.add(diagnostic);
            }
        }
        self.macros.insert(name, Macro { parameters, body, definition });
    }

    fn parameter_names(&mut self, tokens: &[RawToken], open: Span) -> Option<Vec<Name>> {
        let mut names: Vec<Name> = Vec::new();
        if tokens.is_empty() {
            return Some(names);
        }
        for parameter in tokens.split(|token| token.token == Token::Comma) {
            match parameter {
                [RawToken { token: Token::Name(name), span, .. }] => {
                    if names.contains(name) {
                        let message = format!("macro parameter `{name}` is listed twice");
                        self.malformed(*span, message, "give each parameter a name of its own");
                        return None;
                    }
                    names.push(name.clone());
                }
                other => {
                    let span = other.first().map_or(open, |token| token.span);
                    let hint = "parameters are names, separated by commas";
                    self.malformed(span, "expected the name of a macro parameter", hint);
                    return None;
                }
            }
        }
        Some(names)
    }

    fn include(&mut self, line: &Line) {
        let (path, span) = match line.rest {
            [RawToken { token: Token::Text(path), span, .. }, rest @ ..] => {
                self.nothing_after(rest, "include");
                (path.clone(), *span)
            }
            other => {
                let span = other.first().map_or(line.end(), |token| token.span.to(line.end()));
                let hint =
                    "write `#include \"file\"`; the file is looked for beside this one, then in the -I directories";
                return self.malformed(span, "expected a file name in double quotes after `#include`", hint);
            }
        };
        if self.inclusions > MAX_INCLUSIONS || self.included > MAX_INCLUDED {
            return;
        }
        let includer = PathBuf::from(&self.sources.file(span.file).path);
        let beside = includer.parent().unwrap_or(Path::new("")).to_path_buf();
        let candidates: Vec<PathBuf> =
            std::iter::once(&beside).chain(self.include_dirs).map(|dir| dir.join(&*path)).collect();
        let mut failure = None;
        for candidate in candidates {
            match self.loader.load(&candidate) {
                Ok(bytes) => return self.included(&candidate, bytes, span),
                Err(error) if error.kind() == io::ErrorKind::NotFound => failure = failure.or(Some(error)),
                Err(error) => failure = Some(error),
            }
        }
        let reason = failure.map_or_else(String::new, |error| {
            let text = error.to_string();
            format!(": {}", text.split(" (os error").next().unwrap_or(&text))
        });
        self.diagnostics.add(
            Diagnostic::new(Code::IncludeFailed, span, format!("cannot read include file `{path}`{reason}"))
                .hint("the file is looked for beside the file that includes it, then in each -I directory"),
        );
    }

    fn included(&mut self, path: &Path, bytes: Vec<u8>, span: Span) {
        if self.including.contains(&normalise(path)) {
            let diagnostic =
                Diagnostic::new(Code::IncludeCycle, span, format!("file `{}` includes itself", path.display())).hint(
                    "surround the file's text with `#ifndef NAME`, `#define NAME` and `#endif`, or drop the include",
                );
            return self.diagnostics.add(diagnostic);
        }
        if self.including.len() >= MAX_INCLUDE_DEPTH {
            let message = format!("include files are nested more than {MAX_INCLUDE_DEPTH} deep");
            return self.error(Code::IncludeCycle, span, message);
        }
        self.inclusions += 1;
        self.included += bytes.len();
        if self.inclusions > MAX_INCLUSIONS || self.included > MAX_INCLUDED {
            let mebibytes = MAX_INCLUDED >> 20;
            let message = format!("more than {MAX_INCLUSIONS} files, or {mebibytes} MiB, are included");
            return self.error(Code::IncludeCycle, span, message);
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                let path = path.to_string_lossy().into_owned();
                let file = self.sources.add_file(path, text.into(), Some(span));
                self.file(file);
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let message = format!("include file `{}` is not UTF-8 text (byte {at})", path.display());
                self.error(Code::NotUtf8, span, message);
            }
        }
    }

    fn open_group(&mut self, directive: &str, line: &Line, outer_active: bool, groups: &mut Vec<Group>) {
        let holds = outer_active
            && match directive {
                "if" => self.condition(line.rest, line.end()),
                _ => match self.macro_name(line) {
                    Some((name, rest)) => {
                        self.nothing_after(rest, directive);
                        self.macros.contains_key(&name) == (directive == "ifdef")
                    }
                    None => false,
                },
            };
        groups.push(Group { opened: line.keyword, active: holds, done: holds || !outer_active, otherwise: None });
    }

    fn alternative(&mut self, line: &Line, groups: &mut [Group]) {
        let Some(group) = self.continued(line, "#elif", groups) else { return };
        let wanted = !group.done;
        let holds = wanted && self.condition(line.rest, line.end());
        group.active = holds;
        group.done |= holds;
    }

    fn otherwise(&mut self, line: &Line, groups: &mut [Group]) {
        let Some(group) = self.continued(line, "#else", groups) else { return };
        group.active = !group.done;
        group.done = true;
        group.otherwise = Some(line.keyword);
        self.nothing_after(line.rest, "else");
    }

    fn close_group(&mut self, line: &Line, groups: &mut Vec<Group>) {
        if groups.pop().is_none() {
            self.without_if(line, "#endif");
        } else {
            self.nothing_after(line.rest, "endif");
        }
    }

    fn without_if(&mut self, line: &Line, directive: &str) {
        let message = format!("`{directive}` without `#if`");
        self.error(Code::UnbalancedConditional, line.keyword, message);
    }

    /// The group that an `#elif` or `#else` goes on with, if it may.
    fn continued<'g>(&mut self, line: &Line, directive: &str, groups: &'g mut [Group]) -> Option<&'g mut Group> {
        let Some(group) = groups.last_mut() else {
            self.without_if(line, directive);
            return None;
        };
        if let Some(otherwise) = group.otherwise {
            self.diagnostics.add(
                Diagnostic::new(
                    Code::UnbalancedConditional,
                    line.keyword,
                    format!("`{directive}` after the `#else` of its group"),
                )
                .other(otherwise, "the `#else`")
                .other(group.opened, "the group starts here"),
            );
            group.active = false;
            return None;
        }
        Some(group)
    }
}
