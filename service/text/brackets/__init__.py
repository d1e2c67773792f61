"""Brackets and quotation marks, two by two."""
