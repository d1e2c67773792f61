"""From a trained checkpoint to a bundle that the server loads."""
