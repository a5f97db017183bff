-- Feeds and lists: who has a part in which game, what lists say and how it changes, and the secret of cursors.
--
--   participant     one row for a principal and a game in which they have, or had, a seat, or which they host
--   list_change     one row per listed game: where it stands in the order in which the list of games has changed
--   list_order      one row: the last position of that order, and until when delays were looked at
--   cursor_secret   one row: the key by which positions of the global order become cursors that say nothing
--
-- `participant` is written before the command that gives somebody a seat, and never deleted: a row may be too many and never too
-- few. It decides nothing. Whoever reads it asks the game itself, or the row that lists show of it, what the principal is there.
-- Its rows are found by principal and by game: where tables are distributed by game_id, it is a reference table, as `hosted` is.

CREATE TABLE participant (
    principal_id  text        NOT NULL,
    game_id       uuid        NOT NULL,
    ended_at      timestamptz,                                -- when the game was over, as far as anybody noted it
    PRIMARY KEY (principal_id, game_id)
);
CREATE INDEX participant_of_game ON participant (game_id);
CREATE INDEX participant_running ON participant (principal_id) WHERE ended_at IS NULL;

INSERT INTO participant (principal_id, game_id, ended_at)
SELECT DISTINCT c.principal, c.game_id, CASE WHEN last.type = 'game.SeedRevealed' THEN last.recorded_at END
FROM command c
JOIN game g ON g.game_id = c.game_id AND g.kind = 'game'
JOIN event last ON last.game_id = g.game_id AND last.version = g.version
WHERE c.outcome = 'accepted';

-- A position says how many steps and commands all games had, delayed and hidden ones too. So clients get it encrypted.
CREATE TABLE cursor_secret (
    one  boolean  NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    key  bytea    NOT NULL CHECK (octet_length(key) = 32)
);
INSERT INTO cursor_secret (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- The list of games, with what its filters and its order need. It is folded anew by the next sweep.
DELETE FROM game_list;
DELETE FROM game_list_delayed;
DELETE FROM projection_cursor WHERE projection = 'game_list';
ALTER TABLE game_list
    ADD COLUMN host        text    NOT NULL,
    ADD COLUMN begun       integer NOT NULL,                  -- the step with which play began; 0: not yet
    ADD COLUMN delay_steps integer,                           -- how many steps spectators are behind; 0: a delay in time; NULL: none
    ADD COLUMN changed     boolean NOT NULL DEFAULT true;     -- whether list_change may be behind this row
ALTER TABLE game_list_delayed ADD COLUMN holders text[] NOT NULL;
CREATE INDEX game_list_changed ON game_list (game_id) WHERE changed;
CREATE INDEX game_list_newest_opened ON game_list (opened_us DESC, game_id DESC);

-- When a game had moved last at the moment `as_of_us`, as everybody saw it then; NULL: it was not open yet. A client that pages
-- through games in the order of their moves pages through the order of the moment at which it began. `delay_steps` NULL: for the
-- seats of a delayed game, too.
CREATE FUNCTION moved_as_of(
    game uuid, head integer, phase text, begun integer, delay_steps integer, as_of_us bigint
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    written record;
    visible integer;
BEGIN
    SELECT c.last_version, c.time_us INTO written FROM command c
    WHERE c.game_id = game AND c.outcome = 'accepted' AND c.time_us <= as_of_us ORDER BY c.ordinal DESC LIMIT 1;
    IF delay_steps IS NULL OR NOT FOUND THEN
        RETURN written.time_us;
    END IF;
    visible := written.last_version;
    IF delay_steps > 0 AND begun > 0 AND visible >= begun AND NOT (phase IN ('over', 'abandoned') AND visible = head) THEN
        visible := greatest(begun - 1, visible - delay_steps, 1);
    END IF;
    RETURN (SELECT d.moved_us FROM game_list_delayed d
            WHERE d.game_id = game AND d.version <= visible AND d.shows_us <= as_of_us ORDER BY d.version DESC LIMIT 1);
END $$;

CREATE INDEX stream_title_begins ON stream_title (lower(title) text_pattern_ops);
CREATE INDEX stream_title_words ON stream_title USING gin (string_to_array(lower(title), ' '));
CREATE INDEX person_named ON person (lower(name));
CREATE INDEX seat_name_named ON seat_name (lower(name));

-- What lists show of a game has changed for the n-th time over all games: n is `pos`. Only the last change of a game has a row.
-- Positions are given under the lock of list_order, so that they become visible in their order, and only for what everybody may
-- see: no position is spent on a step that a delay still hides.
CREATE TABLE list_change (
    game_id    uuid    NOT NULL PRIMARY KEY,
    pos        bigint  NOT NULL UNIQUE,
    version    integer NOT NULL,                              -- the step that lists show since
    phase      text    NOT NULL,
    begun_pos  bigint  NOT NULL,                              -- the change with which it was no longer open; 0: it still is
    ended_pos  bigint  NOT NULL                               -- the change with which it was over or abandoned; 0: it is not
);

CREATE TABLE list_order (
    one       boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    last_pos  bigint  NOT NULL DEFAULT 0,
    due_us    bigint  NOT NULL DEFAULT 0
);
INSERT INTO list_order DEFAULT VALUES;

-- Gives positions to what has changed in lists until `now_us`: of rows that were written, `games_max` at most. Returns the last
-- position. It locks the rows first and reads what belongs to them in another statement, which sees all that was committed before
-- the locks. A row that somebody is writing is left to the next call.
CREATE FUNCTION order_list_changes(now_us bigint, games_max integer) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
    base bigint;
    since_us bigint;
    chosen uuid[];
    written integer;
BEGIN
    SELECT o.last_pos, o.due_us INTO base, since_us FROM list_order o FOR UPDATE;

    SELECT array_agg(l.game_id) INTO chosen FROM (
        SELECT g.game_id FROM game_list g
        WHERE g.game_id IN (SELECT w.game_id FROM game_list w WHERE w.changed LIMIT games_max)
           -- A delay in time: rows become visible without a write.
           OR g.game_id IN (SELECT d.game_id FROM game_list d
                            WHERE d.shows_us > since_us AND d.shows_us > 0 AND d.shows_us < 9223372036854775807)
        FOR NO KEY UPDATE SKIP LOCKED
    ) AS l;
    IF chosen IS NULL THEN
        RETURN base;
    END IF;

    WITH visible AS (
        SELECT g.game_id, g.version, g.phase, g.moved_us FROM game_list g
        WHERE g.game_id = ANY (chosen) AND g.shows_us <= now_us
        UNION ALL
        SELECT g.game_id, d.version, d.phase, d.moved_us FROM game_list g CROSS JOIN LATERAL (
            SELECT s.version, s.phase, s.moved_us FROM game_list_delayed s
            WHERE s.game_id = g.game_id AND s.version <= g.public_version AND s.shows_us <= now_us
            ORDER BY s.version DESC LIMIT 1
        ) AS d
        WHERE g.game_id = ANY (chosen) AND g.shows_us > now_us
    ), numbered AS (
        SELECT v.game_id, v.version, v.phase, base + row_number() OVER (ORDER BY v.moved_us, v.game_id) AS pos
        FROM visible v LEFT JOIN list_change c USING (game_id) WHERE c.version IS DISTINCT FROM v.version
    )
    INSERT INTO list_change AS c (game_id, pos, version, phase, begun_pos, ended_pos)
    SELECT n.game_id, n.pos, n.version, n.phase,
           CASE WHEN n.phase = 'open' THEN 0 ELSE n.pos END, CASE WHEN n.phase IN ('open', 'playing') THEN 0 ELSE n.pos END
    FROM numbered n
    ON CONFLICT (game_id) DO UPDATE
    SET pos = excluded.pos, version = excluded.version, phase = excluded.phase,
        begun_pos = CASE WHEN c.begun_pos > 0 THEN c.begun_pos ELSE excluded.begun_pos END,
        ended_pos = CASE WHEN c.ended_pos > 0 THEN c.ended_pos ELSE excluded.ended_pos END;
    GET DIAGNOSTICS written = ROW_COUNT;

    UPDATE game_list g SET changed = false WHERE g.game_id = ANY (chosen) AND g.changed;
    UPDATE list_order SET last_pos = base + written, due_us = greatest(due_us, now_us);
    RETURN base + written;
END $$;

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE ON participant TO emberlog_app;
    GRANT SELECT ON cursor_secret TO emberlog_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON list_change TO emberlog_app;
    GRANT SELECT, UPDATE ON list_order TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
