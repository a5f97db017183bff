"""Pictures of games as files: the pages' own drawing functions, run by the service for a spectator's knowledge."""
