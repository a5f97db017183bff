-- Questions across games read the places of a type out of its index alone, also those of one ruleset, version or seat:
-- before, each place took a look at its row, wherever that lies. The index is built anew, with those columns beside its key.
--
-- The table has no partitions by month. Nothing is dropped by age, a game's rows are written anew as a whole and may become
-- due later, and a page is read from the end of one index, which partitions would only make many.

CREATE INDEX public_event_of_type_in ON public_event (type, shows_us DESC, game_id DESC, version DESC)
    INCLUDE (ruleset, ruleset_version, seat);
DROP INDEX public_event_of_type;
