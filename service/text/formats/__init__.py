"""Files of each kind: what in them is translated, and how it is put back with all else byte for byte as it was."""
