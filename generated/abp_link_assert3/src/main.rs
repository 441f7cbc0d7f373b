//! The verifier: options, search and reports are the runtime's, the protocol is the model's.

mod model;

fn main() -> std::process::ExitCode {
    argos_runtime::run::main(&model::Verifier)
}
