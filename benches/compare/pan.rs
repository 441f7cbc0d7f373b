//! Reads what `pan`, SPIN's verifier, prints.

use argos_benches::workshop::Result;

/// The figures of a complete search.
#[derive(Debug, PartialEq)]
pub struct Figures {
    pub states: f64,
    /// One more than there are: the initial state counts as one.
    pub transitions: f64,
    /// The longest path of the search.
    pub depth: u64,
    /// All memory but the stack of the search: states and hash table.
    pub store_bytes: f64,
}

impl Figures {
    /// Whether these are the counts of argosc's verifier. pan prints 8 digits.
    pub fn agree(&self, states: u64, transitions: u64) -> Result<()> {
        let rounded = |number: f64| format!("{number:.7e}");
        let pairs =
            [("states", self.states, states as f64), ("transitions", self.transitions - 1.0, transitions as f64)];
        for (what, spin, ours) in pairs {
            if rounded(spin) != rounded(ours) {
                return Err(format!("SPIN and argosc disagree about the number of {what}: {spin} and {ours}"));
            }
        }
        Ok(())
    }
}

/// Reads a report. It is an error if the search was not complete, or found an error.
pub fn read(report: &str) -> Result<Figures> {
    for complaint in ["max search depth too small", "Search not completed", "out of memory"] {
        if report.contains(complaint) {
            return Err(format!("pan says `{complaint}`:\n{report}"));
        }
    }
    let before = |text: &str| number_before(report, text);
    if number_after(report, "errors: ")? != 0.0 {
        return Err(format!("pan found an error:\n{report}"));
    }
    // Of the lines about states the first is an estimate, and none has the hash table in it. The total and the stack are
    // real.
    let store_megabytes = before("total actual memory usage")? - before("memory used for DFS stack")?;
    Ok(Figures {
        states: before("states, stored")?,
        transitions: before("transitions (")?,
        depth: number_after(report, "depth reached ")? as u64,
        store_bytes: store_megabytes * f64::from(1 << 20),
    })
}

fn number_before(report: &str, text: &str) -> Result<f64> {
    let line = report.lines().find(|line| line.contains(text));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| format!("pan's report has no number before `{text}`:\n{report}"))
}

fn number_after(report: &str, text: &str) -> Result<f64> {
    let rest = report.split_once(text).map(|(_, rest)| rest);
    let number = rest.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
    number.ok_or_else(|| format!("pan's report has no number after `{text}`:\n{report}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `go_back_n` with `W=2 Q=2`, `-DCOLLAPSE`.
    const REPORT: &str = include_str!("pan_report.txt");

    #[test]
    fn figures_are_found() {
        let figures =
            Figures { states: 182541.0, transitions: 415042.0, depth: 24341, store_bytes: 11.129 * 1048576.0 };
        let found = read(REPORT).unwrap();
        assert!((found.store_bytes - figures.store_bytes).abs() < 1.0);
        assert_eq!(found, Figures { store_bytes: found.store_bytes, ..figures });
    }

    #[test]
    fn large_numbers_are_rounded_by_pan() {
        assert_eq!(
            number_before("1.7366212e+08 transitions (= stored+matched)", "transitions (").unwrap(),
            173662120.0
        );
    }

    #[test]
    fn counts_agree_as_far_as_pan_prints_them() {
        let agree = |transitions: f64, ours| {
            let figures = Figures { states: 5.0, transitions, depth: 1, store_bytes: 0.0 };
            figures.agree(5, ours).is_ok()
        };
        assert!(agree(100.0, 99) && !agree(100.0, 100));
        assert!(agree(173662120.0, 173662117) && !agree(173662120.0, 173662107));
    }

    #[test]
    fn incomplete_searches_and_errors_are_refused() {
        let shallow = format!("error: max search depth too small\n{REPORT}");
        assert!(read(&shallow).unwrap_err().starts_with("pan says `max search depth too small`"));
        let wrong = REPORT.replace("errors: 0", "errors: 1");
        assert!(read(&wrong).unwrap_err().starts_with("pan found an error"));
        assert!(read("").unwrap_err().contains("`errors: `"));
    }
}
