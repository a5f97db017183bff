-- How many games the list has, kept beside it: a client that asks for `totalCount` pays the same whatever the number of games.
--
--   list_count         one row for each ruleset, phase and kind of game: how many rows game_list has of them
--   list_count_change  what is not in list_count yet: the sum of both is exact in every snapshot
--
-- A trigger writes each difference as a row of its own. No two games wait for each other by it: only one transaction at a time
-- adds differences to list_count, and the others do not wait for it. Rows are counted at their heads; whoever counts for
-- somebody else takes off the games whose heads a delay hides, which are few.

CREATE TABLE list_count (
    ruleset    text     NOT NULL,
    phase      text     NOT NULL,
    sandbox    boolean  NOT NULL,
    free_seat  boolean  NOT NULL,                            -- whether a seat has neither a person nor a bot
    games      bigint   NOT NULL,
    PRIMARY KEY (ruleset, phase, sandbox, free_seat)
) WITH (fillfactor = 70);

CREATE TABLE list_count_change (
    number      bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
    ruleset     text     NOT NULL,
    phase       text     NOT NULL,
    sandbox     boolean  NOT NULL,
    free_seat   boolean  NOT NULL,
    difference  integer  NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE FUNCTION has_free_seat(persons text[], bots text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN EXISTS (SELECT FROM unnest(persons, bots) AS q (person, bot) WHERE q.person = '' AND q.bot = '');

CREATE FUNCTION note_list_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO list_count_change (ruleset, phase, sandbox, free_seat, difference)
        VALUES (OLD.ruleset, OLD.phase, OLD.sandbox, has_free_seat(OLD.persons, OLD.bots), -1) RETURNING number INTO written;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO list_count_change (ruleset, phase, sandbox, free_seat, difference)
        VALUES (NEW.ruleset, NEW.phase, NEW.sandbox, has_free_seat(NEW.persons, NEW.bots), 1) RETURNING number INTO written;
    END IF;
    -- An update writes two rows, so either number may be the thousandth. The lock is “list” in ASCII.
    IF written % 1000 < 2 AND pg_try_advisory_xact_lock(x'6c697374'::integer) THEN
        WITH taken AS (
            DELETE FROM list_count_change RETURNING ruleset, phase, sandbox, free_seat, difference
        )
        INSERT INTO list_count AS c (ruleset, phase, sandbox, free_seat, games)
        SELECT t.ruleset, t.phase, t.sandbox, t.free_seat, sum(t.difference) FROM taken t GROUP BY 1, 2, 3, 4
        ON CONFLICT (ruleset, phase, sandbox, free_seat) DO UPDATE SET games = c.games + excluded.games;
    END IF;
    RETURN NULL;
END $$;

-- Counts all rows once more: for `emberlog projections rebuild`, and after somebody has copied rows without their triggers.
CREATE FUNCTION recount_list() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE game_list IN SHARE ROW EXCLUSIVE MODE;
    PERFORM pg_advisory_xact_lock(x'6c697374'::integer);
    DELETE FROM list_count_change;
    DELETE FROM list_count;
    INSERT INTO list_count (ruleset, phase, sandbox, free_seat, games)
    SELECT g.ruleset, g.phase, g.sandbox, has_free_seat(g.persons, g.bots), count(*) FROM game_list g GROUP BY 1, 2, 3, 4;
END $$;

CREATE TRIGGER count_opened AFTER INSERT ON game_list FOR EACH ROW EXECUTE FUNCTION note_list_count();
CREATE TRIGGER count_gone AFTER DELETE ON game_list FOR EACH ROW EXECUTE FUNCTION note_list_count();
CREATE TRIGGER count_changed AFTER UPDATE ON game_list FOR EACH ROW
    WHEN ((OLD.ruleset, OLD.phase, OLD.sandbox, OLD.persons, OLD.bots)
          IS DISTINCT FROM (NEW.ruleset, NEW.phase, NEW.sandbox, NEW.persons, NEW.bots))
    EXECUTE FUNCTION note_list_count();

SELECT recount_list();

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON list_count, list_count_change TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
