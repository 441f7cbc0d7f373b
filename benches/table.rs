//! Tables in Markdown, and numbers as they stand in them.

/// A table. Columns that begin with a digit are aligned to the right.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let is_number = |column: usize| {
        let cell = rows.iter().map(|row| &row[column]).find(|cell| *cell != "-");
        cell.is_some_and(|cell| cell.starts_with(|first: char| first.is_ascii_digit()))
    };
    let rules: Vec<&str> = (0..heads.len()).map(|column| if is_number(column) { "--:" } else { "---" }).collect();
    let mut text = format!("| {} |\n|{}|\n", heads.join(" | "), rules.join("|"));
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_are_aligned_to_the_right() {
        let rows = [vec!["ring".into(), "-".into()], vec!["abp".into(), "1,000".into()]];
        assert_eq!(
            table(&["model", "states"], &rows),
            "| model | states |\n|---|--:|\n| ring | - |\n| abp | 1,000 |\n"
        );
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
