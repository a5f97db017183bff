-- Some steps or commands of a game, read from the disk several pages at once. By the index Postgres waits for one page after the other,
-- and each command of an old game is on a page of its own. For so few rows it would choose the index, whatever the table holds, so both
-- other ways are switched off: first it looks up which pages they are on.

CREATE FUNCTION steps_between(my_game uuid, my_after integer, my_last integer) RETURNS SETOF event
LANGUAGE plpgsql STABLE SET enable_indexscan = off SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT * FROM event e
    WHERE e.game_id = my_game AND e.version > my_after AND e.version <= my_last ORDER BY e.version;
END $$;

CREATE FUNCTION commands_between(my_game uuid, my_after integer, my_last integer) RETURNS SETOF command
LANGUAGE plpgsql STABLE SET enable_indexscan = off SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT * FROM command c
    WHERE c.game_id = my_game AND c.ordinal > my_after AND c.ordinal <= my_last ORDER BY c.ordinal;
END $$;
