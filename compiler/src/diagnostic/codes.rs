//! Every diagnostic has a code: `E` for errors, `W` for warnings. The first digit tells the stage: 1 reading text, 2
//! syntax, 3 names, 4 the use of things, 5 assertions and claims, 6 limits, 7 machines.

use super::Severity;

macro_rules! codes {
    ($($text:ident $name:ident $title:literal,)*) => {
        /// What kind of complaint it is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $(#[doc = $title] $name,)* }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as the user sees it, such as `E101`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => stringify!($text),)* }
            }

            /// One line on what it is about.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }
        }
    };
}

codes! {
    E101 UnexpectedCharacter "characters that are not part of the language",
    E102 UnclosedComment "a comment that is never closed",
    E103 MalformedConstant "digits followed by letters",
    E104 ConstantTooLarge "a constant that does not fit 32 bits",
    E105 NotUtf8 "a file that is not UTF-8 text",
    E110 UnknownDirective "a preprocessor directive that does not exist",
    E111 MalformedDirective "a preprocessor directive that cannot be read",
    E112 IncludeFailed "an include file that cannot be read",
    E113 IncludeCycle "include files that include themselves, or are nested too deep",
    E114 UnbalancedConditional "#if, #elif, #else and #endif that do not fit together",
    E115 BadCondition "an #if expression that cannot be evaluated",
    E116 MacroCall "a macro with the wrong number of arguments",
    E117 RunawayExpansion "macros that expand without bounds",
    E118 ErrorDirective "#error",
    E201 Syntax "text that does not follow the grammar",
    E202 MissingSeparator "no separator between two statements, or after a declaration",
    E203 EmptyStatement "nothing where a statement is needed",
    E204 UnbalancedBlock "a block that is not closed, or closed twice",
    E205 AssignmentInExpression "an assignment inside a condition or another expression",
    E206 CallInExpression "a call inside an expression",
    E207 LateDeclaration "a declaration after the first statement",
    E208 NotAVariable "a value received into something that is not a variable",
    E209 QueueShape "a queue without a capacity, or with too many dimensions",
    E210 NestedTooDeep "blocks or operators nested too deep",
    E211 ReservedWord "a reserved word in the place of a name",
    W101 ContinuedComment "a `//` comment continued by a backslash",
    W102 MacroRedefined "a macro defined twice, differently",
    W103 TextAfterDirective "text after a directive that is ignored",
}

impl Code {
    pub fn severity(self) -> Severity {
        if self.text().starts_with('E') { Severity::Error } else { Severity::Warning }
    }
}
