//! Every diagnostic, as the user sees it. A case is a specification in `tests/ui/`; its snapshot beside it shows the source,
//! then the full rendered text. A first line `// args: -D NAME=TEXT -I DIR` gives options; `-I` is relative to `tests/ui`.
//!
//! `INSTA_UPDATE=always cargo test -p argosc --test ui` writes the snapshots anew: read the difference before committing.

mod common;

use argosc::diagnostic::Code;
use argosc::diagnostic::render::{Style, human};
use common::{Folder, compile_case};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_case_renders_as_recorded() {
    insta::glob!("ui/*.argos", |path| {
        let folder = Folder(path.parent().expect("a case is in a folder").to_path_buf());
        let source = std::fs::read_to_string(path).expect("a case is text");
        let name = path.file_name().expect("a case is a file").to_string_lossy().into_owned();
        let compilation = compile_case(&name, &source, &folder);
        let style = Style { color: false, deny_warnings: false };
        let mut rendered = human(&compilation.diagnostics, &compilation.sources, style);
        let lowered = compilation.program.as_ref().map(|program| program.rules(true, &compilation.sources));
        if let Some(Err(diagnostics)) = lowered {
            rendered += &human(&diagnostics, &compilation.sources, style);
        }
        let shown: String = source.lines().map(|line| line.chars().take(200).collect::<String>() + "\n").collect();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "ui" }, {
            insta::assert_snapshot!(format!("SOURCE\n{shown}\nRENDERED\n{rendered}"));
        });
    });
}

#[test]
fn every_code_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut seen = BTreeSet::new();
    for entry in std::fs::read_dir(&folder).expect("the cases are there") {
        let path = entry.expect("a case can be listed").path();
        if path.extension().is_some_and(|extension| extension == "argos") {
            let source = std::fs::read_to_string(&path).expect("a case is text");
            let compilation = compile_case("case.argos", &source, &Folder(folder.clone()));
            seen.extend(compilation.diagnostics.iter().map(|diagnostic| diagnostic.code));
        }
    }
    let missing: Vec<&str> = Code::ALL.iter().filter(|code| !seen.contains(*code)).map(|code| code.text()).collect();
    assert!(missing.is_empty(), "no case in tests/ui shows {missing:?}");
}

#[test]
fn every_code_is_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/DIAGNOSTICS.md");
    let text = std::fs::read_to_string(page).expect("docs/DIAGNOSTICS.md is there");
    for code in Code::ALL {
        let row = format!("| {} | {} |", code.text(), code.title());
        assert!(text.contains(&row), "docs/DIAGNOSTICS.md has no row that starts with `{row}`");
    }
}
