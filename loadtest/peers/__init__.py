"""Other systems on the same weights: converters, and what measures them through their own interfaces."""
