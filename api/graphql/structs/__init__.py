"""GraphQL types that are made from the Structs of rulesets."""
