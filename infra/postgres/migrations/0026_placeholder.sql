-- Stands in for the migration 0026 of another branch, until both are merged.
SELECT 1;
