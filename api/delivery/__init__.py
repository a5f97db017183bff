"""How answers travel over HTTP: compressed, cached, and asked for by the hash of their operation."""
