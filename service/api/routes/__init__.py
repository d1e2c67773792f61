"""One module per API."""
