//! Who calls whom: no recursion, and no expansion beyond reason.

use super::*;
use crate::ast::{Statement as AstStatement, StatementKind as AstKind};

/// Statements of all processes and assertions together after procedures are expanded.
const MAX_STATEMENTS: u64 = 1 << 18;
/// Blocks and calls nested in each other after procedures are expanded: later stages are recursive.
const MAX_DEPTH: u64 = 400;

/// What a body comes to when its calls are expanded.
#[derive(Clone, Copy, Default)]
struct Extent {
    statements: u64,
    depth: u64,
}

/// A call in a body: the callee, how deep the call is nested, the place.
struct Call {
    procedure: Name,
    depth: u64,
    span: Span,
}

/// A body as written.
#[derive(Default)]
struct Outline {
    own: Extent,
    calls: Vec<Call>,
}

impl Resolver<'_> {
    /// Complains about recursion and about expansions that are too large; `true` if expansion is safe.
    pub(super) fn check_calls(&mut self) -> bool {
        let outlines: HashMap<Name, Outline> =
            self.procedures.iter().map(|(name, found)| (name.clone(), outline(&found.ast.body.statements))).collect();
        let mut extents: HashMap<Name, Extent> = HashMap::new();
        let names: Vec<Name> = self.specification.items.iter().filter_map(procedure_name).collect();
        for name in &names {
            let mut path = Vec::new();
            if !self.measure(name, &outlines, &mut extents, &mut path) {
                return false;
            }
        }
        let mut total = 0u64;
        for item in &self.specification.items {
            let (name, body) = match item {
                Item::Process(process) => (process.name.span, &process.body),
                Item::Monitor(monitor) => (monitor.keyword, &monitor.body),
                Item::Never(claim) => (claim.keyword, &claim.body),
                _ => continue,
            };
            let extent = extent(&outline(&body.statements), &extents);
            total = total.saturating_add(extent.statements);
            let (label, message) = if total > MAX_STATEMENTS {
                let message = format!(
                    "with its procedures expanded, the specification has {total} statements; the limit is {MAX_STATEMENTS}"
                );
                ("up to and including this one", message)
            } else if extent.depth > MAX_DEPTH {
                let message = format!(
                    "with its procedures expanded, blocks are nested {} deep; the limit is {MAX_DEPTH}",
                    extent.depth
                );
                ("in this one", message)
            } else {
                continue;
            };
            self.report(
                Diagnostic::new(Code::ExpansionTooLarge, name, message)
                    .label(label)
                    .note("each call of a procedure stands for a copy of its body, and so do the calls inside it"),
            );
            return false;
        }
        true
    }

    /// Computes the extent of a procedure and of all it calls; `false` after a complaint about recursion.
    fn measure(
        &mut self,
        name: &Name,
        outlines: &HashMap<Name, Outline>,
        extents: &mut HashMap<Name, Extent>,
        path: &mut Vec<(Name, Span)>,
    ) -> bool {
        let Some(outline) = outlines.get(name).filter(|_| !extents.contains_key(name)) else { return true };
        for call in &outline.calls {
            path.push((name.clone(), call.span));
            let cycle = path.iter().position(|(caller, _)| *caller == call.procedure);
            if let Some(start) = cycle {
                self.recursion(&path[start..], &call.procedure);
                return false;
            }
            if path.len() as u64 > MAX_DEPTH {
                let message = format!("procedures call each other more than {MAX_DEPTH} deep");
                self.report(Diagnostic::new(Code::ExpansionTooLarge, call.span, message));
                return false;
            }
            if !self.measure(&call.procedure, outlines, extents, path) {
                return false;
            }
            path.pop();
        }
        extents.insert(name.clone(), extent(outline, extents));
        true
    }

    fn recursion(&mut self, cycle: &[(Name, Span)], name: &Name) {
        let Some(((_, first), rest)) = cycle.split_first() else { return };
        let message = match rest.len() {
            0 => format!("procedure `{name}` calls itself"),
            _ => format!("procedure `{name}` calls itself through others"),
        };
        let mut diagnostic = Diagnostic::new(Code::Recursion, *first, message)
            .label(format!("a call in `{name}`"))
            .hint("procedures are expanded at each call; use a loop and variables instead");
        for (caller, span) in rest {
            diagnostic = diagnostic.other(*span, format!("a call in `{caller}`"));
        }
        self.report(diagnostic);
    }
}

fn procedure_name(item: &Item) -> Option<Name> {
    match item {
        Item::Procedure(procedure) => Some(procedure.name.name.clone()),
        _ => None,
    }
}

fn extent(outline: &Outline, extents: &HashMap<Name, Extent>) -> Extent {
    outline.calls.iter().fold(outline.own, |sum, call| {
        let callee = extents.get(&call.procedure).copied().unwrap_or_default();
        Extent {
            statements: sum.statements.saturating_add(callee.statements),
            depth: sum.depth.max(call.depth + callee.depth),
        }
    })
}

fn outline(statements: &[AstStatement]) -> Outline {
    let mut outline = Outline::default();
    visit(statements, 1, &mut outline);
    outline
}

fn visit(statements: &[AstStatement], depth: u64, outline: &mut Outline) {
    outline.own.depth = outline.own.depth.max(depth);
    for statement in statements {
        outline.own.statements += 1;
        match &statement.kind {
            AstKind::If(options) | AstKind::Do(options) => {
                options.iter().for_each(|option| visit(option, depth + 1, outline));
            }
            AstKind::Call { procedure, .. } => {
                outline.calls.push(Call { procedure: procedure.name.clone(), depth, span: statement.span });
            }
            _ => {}
        }
    }
}
