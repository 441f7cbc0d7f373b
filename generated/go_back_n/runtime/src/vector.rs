//! Positions in the packed state vector, and the operations that rules make on them.
//!
//! The state of a protocol is an array of 64-bit words. A [`Field`] is a number at a fixed position in one word; an
//! [`Array`] is a row of equal fields; a [`Queue`] is a row of slots, the oldest message at the low end, 0 in a slot that is
//! empty. So a queue needs no length: it is not full while its last slot is 0, and receiving is a shift. Nothing straddles
//! a word: a row that is longer than a word fills each word with as many whole elements as fit.
//!
//! True of every vector a verifier handles: unused bits are 0, slots behind the last message are 0, a slot whose message has
//! no value has 0 there. So equal states are equal vectors. In emitted code all positions are constants, and what remains of
//! these functions is a shift and a mask.

/// A number in one word: `width` bits from `bit` on hold its distance from `min`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Which word.
    pub word: u32,
    /// The lowest bit.
    pub bit: u32,
    /// How many bits; 0 if the value is always `min`.
    pub width: u32,
    /// The smallest value.
    pub min: i32,
}

const fn low_bits(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Field {
    /// The field of `width` bits at `bit` of `word` that starts counting at `min`.
    pub const fn new(word: u32, bit: u32, width: u32, min: i32) -> Field {
        Field { word, bit, width, min }
    }

    /// The distance from the minimum.
    #[inline(always)]
    pub fn bits(self, state: &[u64]) -> u64 {
        if self.width == 0 { 0 } else { (state[self.word as usize] >> self.bit) & low_bits(self.width) }
    }

    /// The value.
    #[inline(always)]
    pub fn get(self, state: &[u64]) -> i32 {
        self.min.wrapping_add(self.bits(state) as i32)
    }

    /// Stores a value that is in range.
    #[inline(always)]
    pub fn set(self, state: &mut [u64], value: i32) {
        self.set_bits(state, value.wrapping_sub(self.min) as u32 as u64);
    }

    #[inline(always)]
    fn set_bits(self, state: &mut [u64], bits: u64) {
        debug_assert!(bits <= low_bits(self.width), "{bits} does not fit {self:?}");
        if self.width > 0 {
            let word = &mut state[self.word as usize];
            *word = (*word & !(low_bits(self.width) << self.bit)) | (bits << self.bit);
        }
    }
}

/// A row of fields: the elements of an array variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// Element 0.
    pub first: Field,
    /// How many elements.
    pub length: u32,
    /// How many of them lie in one word.
    pub per_word: u32,
}

impl Array {
    /// `length` elements, of which `first` is number 0 and `per_word` lie in one word.
    pub const fn new(first: Field, length: u32, per_word: u32) -> Array {
        Array { first, length, per_word }
    }

    /// An element; the index is in range.
    #[inline(always)]
    pub fn at(self, index: usize) -> Field {
        let (word, place) = place(index as u32, self.per_word);
        Field { word: self.first.word + word, bit: self.first.bit + place * self.first.width, ..self.first }
    }

    /// Stores a value that is in range in every element.
    pub fn fill(self, state: &mut [u64], value: i32) {
        (0..self.length as usize).for_each(|index| self.at(index).set(state, value));
    }
}

/// Which word, and which place in it, an element of a row has.
#[inline(always)]
fn place(index: u32, per_word: u32) -> (u32, u32) {
    (index / per_word, index % per_word)
}

/// A bounded first-in first-out buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queue {
    /// The word of slot 0.
    pub word: u32,
    /// The lowest bit of slot 0.
    pub bit: u32,
    /// Bits of a slot: the message, above it its value. 0 if nothing is ever in the queue.
    pub slot: u32,
    /// Bits of the message number.
    pub message: u32,
    /// The smallest value.
    pub min: i32,
    /// How many slots.
    pub capacity: u32,
    /// How many of them lie in one word.
    pub per_word: u32,
}

impl Queue {
    /// A slot: the message, above it its value.
    #[inline(always)]
    pub fn slot(self, number: u32) -> Field {
        let (word, place) = place(number, self.per_word);
        Field::new(self.word + word, self.bit + place * self.slot, self.slot, 0)
    }

    /// All slots in one word, as one number.
    #[inline(always)]
    fn whole(self) -> Field {
        Field::new(self.word, self.bit, self.slot * self.capacity, 0)
    }

    #[inline(always)]
    fn is_in_one_word(self) -> bool {
        self.capacity <= self.per_word
    }

    /// The number of the oldest message, 0 if the queue is empty.
    #[inline(always)]
    pub fn head(self, state: &[u64]) -> u32 {
        (self.slot(0).bits(state) & low_bits(self.message)) as u32
    }

    /// The value of the oldest message.
    #[inline(always)]
    pub fn head_value(self, state: &[u64]) -> i32 {
        self.min.wrapping_add((self.slot(0).bits(state) >> self.message) as i32)
    }

    /// The message and the value in a slot, `None` if it is empty.
    pub fn at(self, number: u32, state: &[u64]) -> Option<(u32, i32)> {
        let bits = self.slot(number).bits(state);
        (bits != 0)
            .then(|| ((bits & low_bits(self.message)) as u32, self.min.wrapping_add((bits >> self.message) as i32)))
    }

    /// Nothing is in it.
    #[inline(always)]
    pub fn is_empty(self, state: &[u64]) -> bool {
        self.slot(0).bits(state) == 0
    }

    /// No message can be added; queues hold at most `limit` messages.
    #[inline(always)]
    pub fn is_full(self, state: &[u64], limit: u32) -> bool {
        self.slot(self.capacity.min(limit) - 1).bits(state) != 0
    }

    /// How many messages are in it.
    #[inline(always)]
    pub fn length(self, state: &[u64]) -> u32 {
        if self.slot == 0 {
            return 0;
        }
        if self.is_in_one_word() {
            let used = 64 - self.whole().bits(state).leading_zeros();
            return used.div_ceil(self.slot);
        }
        (0..self.capacity).find(|&number| self.slot(number).bits(state) == 0).unwrap_or(self.capacity)
    }

    /// Adds a message to a queue that is not full. `value` is `min` for a message without one.
    #[inline(always)]
    pub fn send(self, state: &mut [u64], message: u32, value: i32) {
        self.add(state, u64::from(message) | (value.wrapping_sub(self.min) as u32 as u64) << self.message);
    }

    /// Fills the first empty slot of a queue that is not full.
    #[inline(always)]
    pub fn add(self, state: &mut [u64], slot: u64) {
        self.slot(self.length(state)).set_bits(state, slot);
    }

    /// Removes the oldest message of a queue that is not empty.
    #[inline(always)]
    pub fn receive(self, state: &mut [u64]) {
        if self.is_in_one_word() {
            let whole = self.whole();
            return whole.set_bits(state, whole.bits(state) >> self.slot);
        }
        for number in 1..self.capacity {
            self.slot(number - 1).set_bits(state, self.slot(number).bits(state));
        }
        self.slot(self.capacity - 1).set_bits(state, 0);
    }
}

/// A row of queues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queues {
    /// Queue 0.
    pub first: Queue,
    /// How many queues.
    pub length: u32,
    /// How many of them lie in one word; where one takes several words, 1.
    pub per_word: u32,
}

impl Queues {
    /// One of the queues; the index is in range.
    #[inline(always)]
    pub fn at(self, index: usize) -> Queue {
        let (row, place) = place(index as u32, self.per_word);
        let words = self.first.capacity.div_ceil(self.first.per_word);
        let bits = self.first.slot * self.first.capacity;
        Queue { word: self.first.word + row * words, bit: self.first.bit + place * bits, ..self.first }
    }
}

/// The state vector with an action vector added to it, word by word.
#[inline(always)]
pub fn add<const WORDS: usize>(state: &[u64; WORDS], action: [i64; WORDS]) -> [u64; WORDS] {
    let mut next = *state;
    for (word, delta) in next.iter_mut().zip(action) {
        *word = word.wrapping_add_signed(delta);
    }
    next
}
