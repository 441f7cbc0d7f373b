//! What each stage makes of a specification, source on top: read a snapshot and you need no other file.

mod common;

use argosc::print;
use common::{Folder, compile_case};
use std::path::Path;

fn show(name: &str, source: &str) {
    let compilation = compile_case("spec.argos", source, &Folder(Path::new("nowhere").into()));
    let sources = &compilation.sources;
    let program = compilation.program.as_ref().expect("the case compiles");
    let parts = [
        ("SOURCE", source.trim().to_string() + "\n"),
        ("AST", print::ast::tree(&compilation.tree, sources)),
        ("OVERVIEW", print::overview::overview(program, true)),
        ("MACHINES, NOT MINIMISED", print::machines::machines(program, sources, false)),
        ("MACHINES", print::machines::machines(program, sources, true)),
        ("SIZES", print::machines::json(program)),
        ("DOT", print::dot::dot(program, true)),
    ];
    let text: String = parts.iter().map(|(title, part)| format!("-- {title}\n{part}\n")).collect();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "stages" }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn control_flow() {
    show(
        "control_flow",
        r#"
queue q[2];
proc p
{   pvar x;

again:
    do
    :: do :: q?a -> break :: q?b od; x++
    :: (x > 2) -> x += 1; goto out
    :: skip -> skip
    od;
out:
    if :: q!a :: q!a fi;
    goto again
}
proc feeder { do :: q!a :: q!b od }
"#,
    );
}

#[test]
fn procedures_and_arrays() {
    show(
        "procedures_and_arrays",
        r#"
#define N 3
queue ring[N][2];
pvar base = 4, table[N] = base + 1;

forward(out, v)
  qset out { to : msg };
{   pvar tries = 2;

    do
    :: (tries > 0) -> to[(v + 1) % N]!msg(v); tries--; break
    :: (tries == 0) -> break
    od
}

proc node[N]
{   pvar me = _PROCID * 2, v;
    qset next { ring : msg };

    forward(next, me);
    ring[_PROCID]?msg(v) -> table[v % N] = v
}
"#,
    );
}

#[test]
fn assertions_and_properties() {
    show(
        "assertions_and_properties",
        r#"
queue a[1], b[1];
proc p { pvar n; progress: do :: a!x -> b!y; n = (n + 1) % 4 od }
proc q { do :: a?x :: b?default od }
pair() { a!x; b!y }
assert { do :: pair() :: pair(); pair() od }
error { a!x; if :: a!x :: skip fi; b!y; b!y }
invariant small { p.n < 4 && len(a) <= 1 }
guide full_first { -len(a) - len(b) + 2 * p@progress }
never { do :: (p.n == 3) -> break :: skip od; accept: do :: (!empty(b)) od }
ltl answered { [] (full(a) -> <> empty(a)) && !X p@progress U p.n == 0 || 1 }
"#,
    );
}

/// The tag of an option is on all edges by which it is chosen, an inner one counts for more, and where edges are the same
/// the more likely one is kept; machines are those without tags.
#[test]
fn tags() {
    show(
        "tags",
        r#"
queue likely[1], unlikely[2];
lose(x) { if :: [likely] x-- :: [unlikely] skip fi }
proc p
{   pvar guide;

    do
    :: [unlikely] likely!a
    :: likely!a
    :: [likely] if :: unlikely!a :: [unlikely] unlikely!b fi
    :: [unlikely] do :: likely?a :: unlikely?default -> break od
    :: [likely] guide: (guide > 0) -> lose(guide)
    :: (guide <= 0) -> if :: [likely] likely!b; guide++ :: [unlikely] likely!c; guide++ fi
    :: (guide <= 1) -> if :: likely!b; guide++ :: likely!c; guide++ fi
    od
}
guide short { p.guide + len(unlikely) }
"#,
    );
}
