//! Tables as data: comma-separated values (RFC 4180, with line feeds).

use crate::workshop::Result;
use std::fs;
use std::path::Path;

pub struct Csv {
    text: String,
    columns: usize,
}

impl Csv {
    pub fn new(heads: &[&str]) -> Csv {
        let mut csv = Csv { text: String::new(), columns: heads.len() };
        csv.row(&heads.iter().map(|head| head.to_string()).collect::<Vec<_>>());
        csv
    }

    pub fn row(&mut self, cells: &[String]) {
        assert_eq!(cells.len(), self.columns, "a row has as many cells as the head: {cells:?}");
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        self.text += &(cells.join(",") + "\n");
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        fs::write(file, &self.text).map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        let mut csv = Csv::new(&["search", "states"]);
        csv.row(&["scatter, M = 1".into(), "199".into()]);
        csv.row(&["\"all\"".into(), "3".into()]);
        assert_eq!(csv.text, "search,states\n\"scatter, M = 1\",199\n\"\"\"all\"\"\",3\n");
    }

    #[test]
    #[should_panic(expected = "as many cells")]
    fn rows_are_as_long_as_the_head() {
        Csv::new(&["states"]).row(&[]);
    }
}
