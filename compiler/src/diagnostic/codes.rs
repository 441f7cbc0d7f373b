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
    E212 UnknownTag "brackets behind `::` that are no tag",
    E301 Duplicate "a name declared twice",
    E302 UnknownVariable "a variable that is not declared, or not visible here",
    E303 UsedBeforeDeclaration "a variable or qset used before its declaration",
    E304 UnknownQueue "an assertion or property that names a queue nobody has",
    E305 UnknownProcedure "a call of a procedure that does not exist",
    E306 UnknownProcess "a property that names a process that does not exist",
    E307 UnknownLabel "a label that does not exist",
    E308 NoProcessIndex "_PROCID outside of a process",
    E401 BadSize "a size that is not a constant, or out of range",
    E402 BadInitialiser "initial values or contents that cannot be",
    E403 Indexing "an index where none belongs, or none where one is needed",
    E404 MixedValues "a message with and without a value on one queue",
    E405 TimeoutValue "a timeout with a value",
    E406 NotAssignable "an assignment to something that cannot change",
    E407 BreakOutsideLoop "break outside of do",
    E408 ArgumentCount "a call with the wrong number of arguments",
    E409 QsetArgument "an argument that does not fit a qset parameter",
    E410 QsetMessage "a qset's queue with another message, or the other way round",
    E411 ParameterDeclaration "a parameter declaration that does not fit",
    E412 Recursion "a procedure that calls itself",
    E413 QueueInProcessArray "a queue declared inside a process array",
    E501 MonitorStatement "a statement that an assertion cannot contain",
    E502 MonitorDeclaration "a declaration in an assertion or a claim",
    E503 ClaimStatement "a statement that a claim cannot contain",
    E504 RemoteReference "process.variable or process@label outside of a property",
    E505 MisplacedTemporal "a temporal operator below arithmetic",
    E506 MisplacedTag "a tag in an assertion or a claim",
    E601 TooLarge "a specification, or its state, that is too large",
    E602 ExpansionTooLarge "procedures that expand to too much",
    E603 MonitorTooLarge "an assertion whose deterministic machine is too large",
    W101 ContinuedComment "a `//` comment continued by a backslash",
    W102 MacroRedefined "a macro defined twice, differently",
    W103 TextAfterDirective "text after a directive that is ignored",
    W301 UndeclaredQueue "a queue that is not declared",
    W302 UnknownOwner "a queue that no process owns",
    W303 QueueNotAddressed "a queue to which nothing is sent",
    W304 NeverReceived "a message that is sent but never received",
    W305 NeverSent "a message that is received but never sent",
    W306 SeveralReaders "a global queue with several readers",
    W307 Unused "a variable, parameter, procedure or qset that is never used",
    W308 Shadowing "a local variable that hides a global one",
    W501 NeverDone "an assertion about something that never happens",
    W601 TooMany "more complaints than are listed",
    W701 Unreachable "a statement that cannot be reached",
    W702 SpinningLoop "a loop that can only spin",
    W703 LabelOnOption "a label that marks a state, on the first statement of an option",
}

impl Code {
    pub fn severity(self) -> Severity {
        if self.text().starts_with('E') { Severity::Error } else { Severity::Warning }
    }
}
