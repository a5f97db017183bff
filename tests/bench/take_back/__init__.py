"""How long a take-back takes, beside a command of the ruleset."""
