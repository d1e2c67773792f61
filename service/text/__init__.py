"""From texts to segments and back: splitting, white space, normalisation, language detection, translation."""
