"""Feeds over many games, as subscriptions send them."""
