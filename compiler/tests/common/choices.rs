//! A random generator that shrinks: a list of numbers, each of which decides one thing. Where the list ends, every
//! decision is 0, which is always the simplest one; so a shorter list makes a smaller text.

pub struct Choices<'a> {
    rest: std::slice::Iter<'a, u16>,
}

impl<'a> Choices<'a> {
    pub fn new(numbers: &'a [u16]) -> Self {
        Choices { rest: numbers.iter() }
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.rest.next().copied().unwrap_or(0)) % limit
    }

    /// Holds one time out of `times`; never when the list has ended.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    pub fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    pub fn is_over(&self) -> bool {
        self.rest.len() == 0
    }
}
