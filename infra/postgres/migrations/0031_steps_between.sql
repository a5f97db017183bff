-- Some steps of a game, read from the disk several pages at once. By the index Postgres waits for one page after the other, and each
-- step of an old game may be on a page of its own. For so few steps it would choose the index, whatever the table holds, so both other
-- ways are switched off: first it looks up which pages they are on.

CREATE FUNCTION steps_between(my_game uuid, my_after integer, my_last integer) RETURNS SETOF event
LANGUAGE plpgsql STABLE SET enable_indexscan = off SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT * FROM event e
    WHERE e.game_id = my_game AND e.version > my_after AND e.version <= my_last ORDER BY e.version;
END $$;
