"""What has to survive a translation as it is: found, hidden from the model, and put back."""
