"""Numbers, amounts, times and dates of a source, and what became of them in a translation."""
