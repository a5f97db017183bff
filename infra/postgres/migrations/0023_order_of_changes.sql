-- The order of the list's changes, without reading the whole list: the function of 0010 chose its rows by one OR another, for which
-- Postgres reads every row of game_list. What it does is the same.

CREATE OR REPLACE FUNCTION order_list_changes(now_us bigint, games_max integer, apart_us bigint) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
    base bigint;
    since_us bigint;
    chosen uuid[];
    written integer;
    latest bigint;
BEGIN
    SELECT o.last_pos, least(o.due_us, now_us) - apart_us INTO base, since_us FROM list_order o FOR UPDATE;

    SELECT array_agg(l.game_id) INTO chosen FROM (
        SELECT g.game_id FROM game_list g
        WHERE g.game_id IN (
            SELECT w.game_id FROM (SELECT c.game_id FROM game_list c WHERE c.changed LIMIT games_max) AS w
            UNION
            -- A delay in time: rows become visible without a write.
            SELECT d.game_id FROM game_list d
            WHERE d.shows_us > since_us AND d.shows_us > 0 AND d.shows_us < 9223372036854775807
        )
        FOR NO KEY UPDATE SKIP LOCKED
    ) AS l;
    IF chosen IS NULL THEN
        RETURN base;
    END IF;

    WITH visible AS (
        SELECT g.game_id, g.version, g.phase, g.moved_us, g.persons, greatest(g.shows_us, 0) AS shows_us FROM game_list g
        WHERE g.game_id = ANY (chosen) AND g.shows_us <= now_us
        UNION ALL
        SELECT g.game_id, d.version, d.phase, d.moved_us, d.persons, d.shows_us FROM game_list g CROSS JOIN LATERAL (
            SELECT s.version, s.phase, s.moved_us, s.persons, s.shows_us FROM game_list_delayed s
            WHERE s.game_id = g.game_id AND s.version <= g.public_version AND s.shows_us <= now_us
            ORDER BY s.version DESC LIMIT 1
        ) AS d
        WHERE g.game_id = ANY (chosen) AND g.shows_us > now_us
    ), numbered AS (
        SELECT v.*, base + row_number() OVER (ORDER BY v.moved_us, v.game_id) AS pos, c.persons AS persons_before
        FROM visible v LEFT JOIN list_change c USING (game_id)
        -- A process whose clock is behind takes nothing back that another one has shown.
        WHERE c.version IS NULL OR v.version > c.version
    ), gone AS (
        INSERT INTO list_departure AS d (game_id, principal_id, pos)
        SELECT DISTINCT n.game_id, before.principal_id, n.pos
        FROM numbered n CROSS JOIN LATERAL unnest(n.persons_before) AS before (principal_id)
        WHERE before.principal_id <> '' AND before.principal_id <> ALL (n.persons)
        ON CONFLICT (game_id, principal_id) DO UPDATE SET pos = excluded.pos
    ), back AS (
        DELETE FROM list_departure d USING numbered n WHERE d.game_id = n.game_id AND d.principal_id = ANY (n.persons)
    )
    INSERT INTO list_change AS c (game_id, pos, version, phase, begun_pos, ended_pos, persons, shows_us)
    SELECT n.game_id, n.pos, n.version, n.phase,
           CASE WHEN n.phase = 'open' THEN 0 ELSE n.pos END,
           CASE WHEN n.phase IN ('open', 'playing') THEN 0 ELSE n.pos END,
           n.persons, n.shows_us
    FROM numbered n
    ON CONFLICT (game_id) DO UPDATE
    SET pos = excluded.pos, version = excluded.version, phase = excluded.phase,
        persons = excluded.persons, shows_us = excluded.shows_us,
        begun_pos = CASE WHEN c.begun_pos > 0 THEN c.begun_pos ELSE excluded.begun_pos END,
        ended_pos = CASE WHEN c.ended_pos > 0 THEN c.ended_pos ELSE excluded.ended_pos END;
    GET DIAGNOSTICS written = ROW_COUNT;

    UPDATE game_list g SET changed = false WHERE g.game_id = ANY (chosen) AND g.changed;
    SELECT coalesce(max(c.shows_us), 0) INTO latest FROM list_change c WHERE c.pos > base;
    UPDATE list_order o
    SET last_pos = base + written, due_us = greatest(o.due_us, now_us), latest_us = greatest(o.latest_us, latest);
    RETURN base + written;
END $$;
