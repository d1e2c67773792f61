"""Letter case: what a model is shown instead of capitals in unusual places, and how they come back."""
