//! What all threads remember of the contents of a component: a row of places for each number, which are zero until somebody has found
//! something out.
//!
//! Whoever finds something out writes it down, and nobody waits: what two find out at the same time is the same. Rows are side by side,
//! so there must be as many as there can be contents: they are added between rounds, when nobody reads.

use super::Refused;
use super::pages::{Words, prefetch_to_write};
use crate::memory::Budget;
use bytemuck::Zeroable;

/// More columns than one are at least so many.
const FEW_COLUMNS: u32 = 4;

/// Rows of 2^`width` places.
pub struct Table<T> {
    width: u32,
    places: Words<T>,
}

impl<T: Zeroable> Table<T> {
    /// No rows yet.
    pub fn of_width(width: u32) -> Table<T> {
        Table { width, places: Words::none() }
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.places.bytes()
    }

    /// All rows, of so many places each.
    #[inline(always)]
    pub fn rows<const WIDTH: usize>(&self) -> &[[T; WIDTH]] {
        debug_assert!(WIDTH == 1 << self.width);
        self.places.as_chunks().0
    }

    /// A place in a row, if there is one.
    #[inline(always)]
    pub fn get(&self, row: u32, column: u32) -> Option<&T> {
        debug_assert!(column >> self.width == 0);
        self.places.get((row as usize) << self.width | column as usize)
    }

    /// Starts to fetch a place that is going to be written.
    pub fn fetch_to_write(&self, row: u32, column: u32) {
        prefetch_to_write(&self.places, (row as usize) << self.width | column as usize);
    }

    /// Rows have a place in a column.
    pub fn has_column(&self, column: u32) -> bool {
        column >> self.width == 0
    }

    /// Gets so many columns, and rows: at most and at least. Says whether there were less, and fails if there is no memory for them. If rows
    /// become wider, nothing is lost but what can be found out again.
    pub fn fit(&mut self, (most, least): (usize, usize), columns: u32, budget: &Budget) -> Result<bool, Refused> {
        if columns > 1 << self.width {
            self.forget(budget);
            self.width = columns.next_power_of_two().max(FEW_COLUMNS).ilog2();
        }
        let rows = self.places.len() >> self.width;
        // Where the budget ends before all that there can be, a quarter more than there is is better than nothing.
        let mut more = [most, most.min(least + least / 4)].into_iter().filter(|more| *more > rows);
        let is_longer = more.any(|more| self.places.extend(more << self.width, budget));
        if is_longer || rows >= least { Ok(is_longer) } else { Err(Refused::Memory) }
    }

    /// Has no rows any more.
    pub fn forget(&mut self, budget: &Budget) {
        budget.give_back(self.bytes());
        self.places = Words::none();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn what_is_remembered_stays_when_rows_are_added() {
        let (budget, mut table) = (Budget::of(64 << 20), Table::<AtomicU32>::of_width(2));
        assert!(table.get(0, 0).is_none() && table.rows::<4>().is_empty());
        let mut rows = 0;
        // Beyond a huge page, which is 131,072 rows.
        for more in [1, 10, 5000, 200_000, 600_000] {
            assert_eq!(table.fit((more, 1), 4, &budget), Ok(true));
            assert_eq!(table.fit((more, more), 4, &budget), Ok(false));
            assert!(table.has_column(3) && !table.has_column(4));
            let value = |row: u32| row.wrapping_mul(77) + 1;
            for row in 0..more as u32 {
                let place = table.get(row, 3).expect("it is there");
                assert_eq!(place.swap(value(row), Relaxed), if row < rows { value(row) } else { 0 });
                assert!(table.rows::<4>()[row as usize][..3].iter().all(|it| it.load(Relaxed) == 0));
            }
            assert!(table.get(more as u32, 0).is_none());
            rows = more as u32;
            assert_eq!(budget.used(), table.bytes());
        }
        assert_eq!(table.fit((5, 5), 5, &budget), Ok(true));
        assert!(
            table.rows::<8>().len() == 5 && table.rows::<8>().iter().flatten().all(|place| place.load(Relaxed) == 0)
        );
        assert_eq!(table.fit((1 << 24, 1 << 24), 5, &budget), Err(Refused::Memory));
        assert_eq!(table.fit((1 << 24, 5), 5, &budget), Ok(true));
        assert_eq!(table.fit((1 << 24, 5), 5, &budget), Ok(false));
        assert_eq!((table.rows::<8>().len(), budget.used()), (6, table.bytes()));
        table.forget(&budget);
        assert_eq!(budget.used(), 0);
    }
}
