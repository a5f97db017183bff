-- How far the global order may be published, and the role of the signer.
--
--   log_publication  one row: how many entries of `log` may be published by now, and how far it was examined
--   delayed_game     one row for a game with a delay for spectators that is not over for them
--
-- The signed tree grows with every step and command, so how fast it grows tells that somebody played. While a game with a delay is
-- played, entries are therefore published later by the longest such delay, whichever game they are of (GAME-PROOF-04). A delay in
-- steps has no time: it counts as an hour. A delay holds on for its own length after its game has ended, so that the end shows late, too.
--
-- Both are derived: they may be emptied, and are filled anew.

CREATE TABLE log_publication (
    one          boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    size         bigint      NOT NULL DEFAULT 0,            -- entries 1..size may be published
    examined     bigint      NOT NULL DEFAULT 0,            -- entries 1..examined were searched for games with a delay
    looked_at    timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO log_publication DEFAULT VALUES;

CREATE TABLE delayed_game (
    game_id    uuid        NOT NULL PRIMARY KEY,
    delay_us   bigint      NOT NULL CHECK (delay_us > 0),
    over_at    timestamptz                                  -- since when it is not among the games that are not over
);

-- Moves the size on, and returns it. `every`: how long at least between two looks, by whichever process. NULL: it was too soon.
-- `now_us`: the time of the service. `entries_max`: how many entries are examined at most, and published at most.

CREATE FUNCTION publish_log(now_us bigint, every interval, entries_max integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    mine log_publication;
    until bigint;
    lag_us bigint;
    last bigint;
    first_late bigint;
BEGIN
    SELECT * INTO mine FROM log_publication WHERE looked_at < clock_timestamp() - every FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT least(last_pos, mine.examined + entries_max) INTO until FROM sequencer;

    INSERT INTO delayed_game (game_id, delay_us)
    SELECT o.game_id, CASE WHEN o.seconds > 0 THEN o.seconds * 1000000 ELSE 3600000000 END
    FROM (
        SELECT l.game_id,
               (convert_from(e.body, 'UTF8')::jsonb #>> '{data,terms,delay,seconds}')::bigint AS seconds,
               convert_from(e.body, 'UTF8')::jsonb #> '{data,terms,delay}' AS delay
        FROM log l JOIN event e ON e.game_id = l.game_id AND e.version = 1
        WHERE l.pos > mine.examined AND l.pos <= until AND l.kind = 'step' AND l.number = 1 AND e.type = 'game.GameOpened'
    ) AS o
    WHERE jsonb_typeof(o.delay) = 'object'
    ON CONFLICT DO NOTHING;

    UPDATE delayed_game d SET over_at = to_timestamp(now_us / 1000000.0)
    WHERE d.over_at IS NULL
      AND EXISTS (SELECT FROM event e JOIN game g ON g.game_id = d.game_id AND e.version = g.version
                  WHERE e.game_id = d.game_id AND e.type = 'game.SeedRevealed');
    DELETE FROM delayed_game d
    WHERE d.over_at IS NOT NULL AND d.over_at + d.delay_us * interval '1 microsecond' < to_timestamp(now_us / 1000000.0);

    SELECT coalesce(max(delay_us), 0) INTO lag_us FROM delayed_game;
    last := least(until, mine.size + entries_max);
    IF lag_us > 0 THEN
        SELECT min(l.pos) INTO first_late
        FROM log l JOIN command c ON c.game_id = l.game_id AND c.ordinal = l.number
        WHERE l.pos > mine.size AND l.pos <= last AND l.kind = 'command' AND c.time_us > now_us - lag_us;
        IF first_late IS NOT NULL THEN  -- up to the last whole command before it
            SELECT coalesce(max(l.pos), mine.size) INTO last
            FROM log l WHERE l.pos > mine.size AND l.pos < first_late AND l.kind = 'command';
        END IF;
    END IF;
    UPDATE log_publication SET size = last, examined = until, looked_at = clock_timestamp();
    RETURN last;
END $$;

-- The signer reads the order and nothing else: neither bodies nor names.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_signer') THEN
        CREATE ROLE emberlog_signer NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE NOTICE 'this user may not create the role emberlog_signer; the signer then has the rights of its user';
END $$;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_signer') THEN
        GRANT SELECT ON log, sequencer, log_publication, migration TO emberlog_signer;
        IF NOT pg_has_role(current_user, 'emberlog_signer', 'MEMBER') THEN
            EXECUTE format('GRANT emberlog_signer TO %I', current_user);
        END IF;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_app') THEN
        GRANT SELECT, UPDATE ON log_publication TO emberlog_app;
        GRANT SELECT, INSERT, UPDATE, DELETE ON delayed_game TO emberlog_app;
    END IF;
EXCEPTION
    WHEN undefined_object OR insufficient_privilege THEN NULL;
END $$;
