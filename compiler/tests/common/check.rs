//! What must be true of the compiler whatever text it is given. Also used by the fuzz target.

use argosc::diagnostic::Diagnostic;
use argosc::diagnostic::render::{Style, human, json};
use argosc::emit::package::model_file;
use argosc::pipeline::{Compilation, Program, compile, with_stack};
use argosc::preprocess::{Loader, Options};
use argosc::print;
use argosc::source::{SourceMap, Span};
use std::io;
use std::path::Path;

/// Knows one include file, `empty.argos`.
pub struct OneEmptyFile;

impl Loader for OneEmptyFile {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == Path::new("empty.argos") { Ok(Vec::new()) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

/// Compiles `text`, renders and prints everything there is to print, and panics if something is not as it must be.
pub fn check(text: &str, loader: &dyn Loader) -> Compilation {
    let compilation = compile("main.argos", text.into(), &Options::default(), loader);
    check_diagnostics(&compilation);
    let printed = print_all(&compilation);
    let again = print_all(&compile("main.argos", text.into(), &Options::default(), loader));
    assert!(printed == again, "two runs differ:\n{printed}\n{again}");
    if let Some(program) = &compilation.program {
        with_stack(|| back_end(program, &compilation.sources));
    }
    compilation
}

fn check_diagnostics(compilation: &Compilation) {
    let Compilation { sources, diagnostics, program, .. } = compilation;
    assert!(program.is_some() != diagnostics.has_errors(), "a program, or else an error");
    for diagnostic in diagnostics.iter() {
        check_span(diagnostic.primary.span, sources);
        diagnostic.secondary.iter().for_each(|label| check_span(label.span, sources));
        for expansion in sources.expansion_chain(diagnostic.primary.span) {
            check_span(expansion.definition, sources);
        }
    }
    let list: Vec<&Diagnostic> = diagnostics.iter().collect();
    for pair in list.windows(2) {
        assert!(order(pair[0]) < order(pair[1]), "out of order, or twice: {pair:#?}");
    }
}

/// Inside of its file, on the boundaries of characters.
fn check_span(span: Span, sources: &SourceMap) {
    assert!(sources.file(span.file).text.get(span.range()).is_some(), "{span:?} is not in its file");
}

fn order(diagnostic: &Diagnostic) -> impl Ord + '_ {
    let span = diagnostic.primary.span;
    (span.file, span.start, span.end, diagnostic.code, diagnostic.message.as_str())
}

/// Every text that can be made of a compilation.
fn print_all(compilation: &Compilation) -> String {
    let Compilation { sources, diagnostics, tree, program } = compilation;
    let mut text = String::new();
    for (color, deny_warnings) in [(false, false), (true, true)] {
        let style = Style { color, deny_warnings };
        text += &human(diagnostics, sources, style);
        text += &json(diagnostics, sources, style);
    }
    text += &print::ast::tree(tree, sources);
    if let Some(program) = program {
        text += &print::machines::json(program);
        for minimized in [false, true] {
            text += &print::machines::machines(program, sources, minimized);
            text += &print::dot::dot(program, minimized);
            text += &print::overview::overview(program, minimized);
            text += &print::ranges::ranges(&program.model, &program.ranges(minimized), sources);
        }
    }
    text
}

/// What comes behind the machines. Once: that two runs do not differ is tested with whole crates.
fn back_end(program: &Program, sources: &SourceMap) -> String {
    match program.rules(true, sources) {
        Ok(set) => {
            let (layout, rules) = (print::layout::layout(&set.layout, sources), print::rules::rules(&set));
            layout + &rules + &model_file(&program.model, &set, 0)
        }
        Err(diagnostics) => human(&diagnostics, sources, Style { color: false, deny_warnings: false }),
    }
}
