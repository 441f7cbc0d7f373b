//! What is declared and never mentioned again.

use super::*;
use crate::ast::Declaration;

impl Resolver<'_> {
    /// Warns about variables, procedures and qsets that nothing mentions.
    pub(super) fn warn_unused(&mut self) {
        for item in &self.specification.items {
            match item {
                Item::Declaration(declaration) => self.unused_declaration(declaration),
                Item::Process(process) => self.unused_in_body(&process.body),
                Item::Monitor(monitor) => self.unused_in_body(&monitor.body),
                Item::Procedure(procedure) if self.is_unused(&procedure.name) => {
                    self.unused("procedure", &procedure.name, "is never called");
                }
                Item::Procedure(procedure) => {
                    for parameter in &procedure.parameters {
                        let is_qset = |it: &Declaration| matches!(it, Declaration::Qset(qset) if qset.name.name == parameter.name);
                        if !procedure.parameter_declarations.iter().any(is_qset) && self.is_unused(parameter) {
                            self.unused("parameter", parameter, "is never used");
                        }
                    }
                    self.unused_in_body(&procedure.body);
                }
                _ => {}
            }
        }
    }

    fn unused_in_body(&mut self, body: &ast::Body) {
        body.declarations.iter().for_each(|declaration| self.unused_declaration(declaration));
    }

    fn unused_declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Variables(variables) => {
                for variable in variables {
                    if self.is_unused(&variable.name) {
                        self.unused("variable", &variable.name, "is never used");
                    }
                }
            }
            Declaration::Qset(qset) => {
                if self.is_unused(&qset.name) {
                    self.unused("qset", &qset.name, "is never passed to a procedure");
                }
            }
            Declaration::Queues(_) => {}
        }
    }

    fn is_unused(&self, name: &Ident) -> bool {
        !self.used.contains(&(name.span, name.name.clone()))
    }

    fn unused(&mut self, what: &str, name: &Ident, how: &str) {
        self.report(Diagnostic::new(Code::Unused, name.span, format!("{what} `{name}` {how}")));
    }
}
