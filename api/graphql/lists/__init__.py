"""What can be chosen of the list of games, and who plays in them."""
