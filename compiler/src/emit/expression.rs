//! Values as Rust expressions. Where something can fault the expression has a `?` in it.

use super::names::Names;
use crate::ast::BinaryOp;
use crate::model::Model;
use crate::rules::{Index, Place, QueuePlace, Value};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub struct Expressions<'m> {
    pub model: &'m Model,
    pub names: &'m Names,
}

impl Expressions<'_> {
    /// An `i32`.
    pub fn number(&self, value: &Value) -> TokenStream {
        match value {
            Value::Constant(value) => constant(*value),
            Value::Read(place) => {
                let place = self.place(place);
                quote!(#place.get(state))
            }
            Value::Negate(operand) => {
                let operand = self.number(operand);
                quote!(i32::wrapping_neg(#operand))
            }
            Value::Binary(operator, left, right) if function(*operator).is_some() => {
                let (left, right, function) = (self.number(left), self.number(right), function(*operator));
                quote!(i32::#function(#left, #right))
            }
            Value::Divide(operator, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                match operator {
                    BinaryOp::Remainder => quote!(remainder(#left, #right)?),
                    _ => quote!(divide(#left, #right)?),
                }
            }
            Value::Length(queue) => {
                let queue = self.queue(queue);
                quote!((#queue.length(state) as i32))
            }
            Value::ByInstance(index, cases) => {
                let index = self.index(index);
                let cases = cases.iter().map(|case| self.number(case)).enumerate();
                let last = cases.len() - 1;
                let arms = cases.map(|(at, case)| {
                    let pattern = if at == last { quote!(_) } else { literal(at as i64) };
                    quote!(#pattern => #case,)
                });
                quote!(match #index { #(#arms)* })
            }
            Value::Not(_) | Value::Binary(..) | Value::IsEmpty(_) | Value::IsFull(_) | Value::IsAt(..) => {
                let condition = self.condition(value);
                quote!(i32::from(#condition))
            }
        }
    }

    /// A `bool`: the value is not 0.
    pub fn condition(&self, value: &Value) -> TokenStream {
        match value {
            Value::Constant(value) => {
                let holds = *value != 0;
                quote!(#holds)
            }
            Value::Not(operand) => {
                let operand = self.condition(operand);
                quote!((!#operand))
            }
            Value::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                // What cannot fault is evaluated in any case: that takes less time than a branch that nobody can foresee.
                let operator = match (operator, right.can_fault()) {
                    (BinaryOp::And, true) => quote!(&&),
                    (BinaryOp::And, false) => quote!(&),
                    (_, true) => quote!(||),
                    (_, false) => quote!(|),
                };
                let (left, right) = (self.condition(left), self.condition(right));
                quote!((#left #operator #right))
            }
            Value::Binary(operator, left, right) if comparison(*operator).is_some() => {
                let (left, right, comparison) = (self.number(left), self.number(right), comparison(*operator));
                quote!((#left #comparison #right))
            }
            Value::IsEmpty(queue) => {
                let queue = self.queue(queue);
                quote!(#queue.is_empty(state))
            }
            Value::IsFull(queue) => {
                let queue = self.queue(queue);
                quote!(#queue.is_full(state, limit))
            }
            Value::IsAt(process, instance, at) => {
                let control = &self.names.controls[process.0 as usize][*instance as usize];
                let at = literal(i64::from(*at));
                quote!((#control.get(state) == #at))
            }
            value => {
                let number = self.number(value);
                quote!((#number != 0))
            }
        }
    }

    /// A `Field`.
    pub fn place(&self, place: &Place) -> TokenStream {
        let name = &self.names.variables[place.variable.0 as usize][place.copy as usize];
        if self.model[place.variable].length.is_none() {
            return quote!(#name);
        }
        let index = self.index(&place.element);
        quote!(#name.at(#index))
    }

    /// A `Queue`.
    pub fn queue(&self, queue: &QueuePlace) -> TokenStream {
        let index = self.index(&queue.element);
        self.queue_at(queue, index)
    }

    /// A `Queue` whose index has been computed.
    pub fn queue_at(&self, queue: &QueuePlace, index: TokenStream) -> TokenStream {
        let name = &self.names.queues[queue.queue.0 as usize];
        if self.model[queue.queue].length.is_some() { quote!(#name.at(#index)) } else { quote!(#name) }
    }

    /// A `usize`.
    pub fn index(&self, element: &Index) -> TokenStream {
        match element {
            Index::Fixed(element) => literal(i64::from(*element)),
            Index::Computed { value, length, is_checked: true } => {
                let (value, length) = (self.number(value), literal(i64::from(*length)));
                quote!(index(#value, #length)?)
            }
            Index::Computed { value, .. } => {
                let value = self.number(value);
                quote!((#value as usize))
            }
        }
    }
}

/// A number without a type.
pub fn literal(value: i64) -> TokenStream {
    let magnitude = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#magnitude) } else { quote!(#magnitude) }
}

fn constant(value: i32) -> TokenStream {
    let value = literal(value.into());
    quote!(#value)
}

/// The arithmetic of operators that cannot fault; a divisor here is never 0.
fn function(operator: BinaryOp) -> Option<TokenStream> {
    Some(match operator {
        BinaryOp::Add => quote!(wrapping_add),
        BinaryOp::Subtract => quote!(wrapping_sub),
        BinaryOp::Multiply => quote!(wrapping_mul),
        BinaryOp::Divide => quote!(wrapping_div),
        BinaryOp::Remainder => quote!(wrapping_rem),
        _ => return None,
    })
}

fn comparison(operator: BinaryOp) -> Option<TokenStream> {
    Some(match operator {
        BinaryOp::Equal => quote!(==),
        BinaryOp::NotEqual => quote!(!=),
        BinaryOp::Less => quote!(<),
        BinaryOp::LessEqual => quote!(<=),
        BinaryOp::Greater => quote!(>),
        BinaryOp::GreaterEqual => quote!(>=),
        _ => return None,
    })
}
