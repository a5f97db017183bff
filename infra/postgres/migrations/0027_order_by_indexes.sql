-- The order of the list's changes, found by indexes whatever the planner believes of the list. Each row of game_list has changed
-- before it has its place, so after many games were opened or folded anew the statistics say that all have. The planner then read
-- the whole list for what had changed since, until the list was analyzed once more.

ALTER FUNCTION order_list_changes(bigint, integer, bigint)
    SET plan_cache_mode = force_generic_plan  -- with these, no number changes the plan
    -- A bitmap would go through what is dead in an index each time; a plain scan of it notes that for the next.
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
