"""HTTP: the app, its routes, the wire formats and their errors."""
