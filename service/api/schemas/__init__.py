"""Wire formats: one module per API."""
