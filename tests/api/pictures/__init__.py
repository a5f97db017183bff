"""Tests of pictures, of what messengers fetch, and of frames on other pages."""
