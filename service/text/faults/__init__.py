"""What models do wrong: copies, stutters, wrong scripts, glued letters, invented ends."""
