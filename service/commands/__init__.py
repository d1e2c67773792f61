"""What the commands of `dragoman` do."""
