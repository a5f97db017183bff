-- The event log. Read this first; the map of the tables:
--
--   game ──< event        one row a step; the hash of each covers the one before it: never changed, never removed
--     │                   (game.version and game.head_hash say where the chain ends)
--     ├───< command       one row a command that reached the rules, accepted or refused: never changed, never removed
--     └───< pending ──> log    steps committed but not yet in the global order, and the order itself: dense positions,
--                              given out after commit by one sequencer at a time (sequencer.fence); log is append-only
--   snapshot              a cache of folded states; may be emptied at any time
--   principal ──< token   who may call; tokens as SHA-256 only
--
-- Every unique key begins with game_id, so that the tables can be spread by it. Everything is compared, locked and written
-- by `append_batch` in one round trip under READ COMMITTED: each statement in it sees what was committed before it.

CREATE TABLE game (
    game_id         uuid PRIMARY KEY,
    ruleset         text NOT NULL,
    ruleset_version integer NOT NULL,
    version         integer NOT NULL CHECK (version >= 0),
    head_hash       bytea NOT NULL CHECK (length(head_hash) = 32),
    opened_us       bigint NOT NULL,
    moved_us        bigint NOT NULL
);

CREATE TABLE event (
    game_id        uuid NOT NULL REFERENCES game,
    version        integer NOT NULL CHECK (version >= 1),
    type           text NOT NULL,
    schema_version integer NOT NULL,
    prev_hash      bytea NOT NULL CHECK (length(prev_hash) = 32),
    hash           bytea NOT NULL,
    body           bytea NOT NULL,
    command_id     uuid NOT NULL,
    recorded_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (game_id, version),
    CONSTRAINT event_hash_covers_body CHECK (hash = sha256('\x01'::bytea || prev_hash || body))
) PARTITION BY HASH (game_id);

CREATE TABLE command (
    game_id       uuid NOT NULL REFERENCES game,
    command_id    uuid NOT NULL,
    request_hash  bytea NOT NULL CHECK (length(request_hash) = 32),
    principal     text NOT NULL,
    seat          integer,
    body          bytea NOT NULL,
    outcome       text NOT NULL CHECK (outcome IN ('accepted', 'refused')),
    answer        bytea NOT NULL,
    time_us       bigint NOT NULL,
    first_version integer NOT NULL,
    last_version  integer NOT NULL,
    PRIMARY KEY (game_id, command_id)
) PARTITION BY HASH (game_id);

DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
        EXECUTE format('CREATE TABLE command_%s PARTITION OF command FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END
$$;

CREATE TABLE pending (
    pending_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id       uuid NOT NULL,
    first_version integer NOT NULL,
    last_version  integer NOT NULL
);

CREATE TABLE log (
    pos     bigint PRIMARY KEY CHECK (pos >= 1),
    game_id uuid NOT NULL,
    version integer NOT NULL,
    leaf    bytea NOT NULL CHECK (length(leaf) = 32),
    UNIQUE (game_id, version)
);

-- One row: who gives out positions, under which fence, and the last position given.
CREATE TABLE sequencer (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    fence    bigint NOT NULL DEFAULT 0,
    last_pos bigint NOT NULL DEFAULT 0
);
INSERT INTO sequencer DEFAULT VALUES;

CREATE TABLE snapshot (
    game_id     uuid NOT NULL,
    version     integer NOT NULL,
    fingerprint text NOT NULL,
    state       bytea NOT NULL,
    PRIMARY KEY (game_id, version, fingerprint)
);

CREATE TABLE principal (
    principal_id text PRIMARY KEY,
    name         text NOT NULL,
    roles        text[] NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE token (
    token_hash   bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    principal_id text NOT NULL REFERENCES principal ON DELETE CASCADE,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- ---------------------------------------------------------------- append-only, by trigger

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'table % is append-only: % is not possible', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

DO $$
DECLARE
    kept regclass;
BEGIN
    FOR kept IN
        SELECT oid FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
          AND (relname = 'log' OR relname ~ '^(event|command)_[0-9]+$')
    LOOP
        EXECUTE format('CREATE TRIGGER no_rewriting BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()', kept);
        EXECUTE format('CREATE TRIGGER no_truncating BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting()', kept);
    END LOOP;
END
$$;
CREATE TRIGGER no_truncating BEFORE TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER no_truncating BEFORE TRUNCATE ON command FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- ---------------------------------------------------------------- append

-- Appends many commands of different games at once; each stands or falls alone. Arrays run in parallel, one element a command
-- (`c_`) or one a step (`e_`, where e_of is the 1-based place of its command). `c_ruleset` is null but for openings.
-- Gives one row a command: appended, duplicate, reused, no_game or conflict, with the game's version.
CREATE FUNCTION append_batch(
    c_game uuid[], c_command uuid[], c_request bytea[], c_principal text[], c_seat integer[], c_body bytea[],
    c_outcome text[], c_answer bytea[], c_time bigint[], c_expected integer[], c_expected_hash bytea[],
    c_head_hash bytea[], c_steps integer[], c_ruleset text[], c_ruleset_version integer[],
    e_of integer[], e_version integer[], e_type text[], e_schema integer[], e_prev bytea[], e_hash bytea[], e_body bytea[]
) RETURNS TABLE (place integer, result text, at_version integer)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
    INSERT INTO game (game_id, ruleset, ruleset_version, version, head_hash, opened_us, moved_us)
    SELECT opening.game_id, opening.ruleset, opening.ruleset_version, 0, decode(repeat('00', 32), 'hex'), opening.time_us, opening.time_us
    FROM unnest(c_game, c_ruleset, c_ruleset_version, c_time) AS opening (game_id, ruleset, ruleset_version, time_us)
    WHERE opening.ruleset IS NOT NULL
    ORDER BY opening.game_id
    ON CONFLICT DO NOTHING;

    -- In the order of the keys, so that two batches never wait for each other in a circle.
    PERFORM 1 FROM game WHERE game_id = ANY (c_game) ORDER BY game_id FOR NO KEY UPDATE;

    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
            c_game, c_command, c_request, c_principal, c_seat, c_body, c_outcome, c_answer, c_time,
            c_expected, c_expected_hash, c_head_hash, c_steps
        ) WITH ORDINALITY AS row (
            game_id, command_id, request_hash, principal, seat, body, outcome, answer, time_us,
            expected, expected_hash, new_hash, steps, at
        )
    ), judged AS MATERIALIZED (
        SELECT asked.*, game.version AS head,
            CASE
                WHEN game.game_id IS NULL THEN 'no_game'
                WHEN kept.request_hash = asked.request_hash THEN 'duplicate'
                WHEN kept.request_hash IS NOT NULL THEN 'reused'
                WHEN game.version <> asked.expected OR game.head_hash <> asked.expected_hash THEN 'conflict'
                ELSE 'appended'
            END AS verdict
        FROM asked
        LEFT JOIN game ON game.game_id = asked.game_id
        LEFT JOIN command AS kept ON kept.game_id = asked.game_id AND kept.command_id = asked.command_id
    ), commands AS (
        INSERT INTO command (game_id, command_id, request_hash, principal, seat, body, outcome, answer, time_us, first_version, last_version)
        SELECT judged.game_id, judged.command_id, judged.request_hash, judged.principal, judged.seat, judged.body,
            judged.outcome, judged.answer, judged.time_us,
            judged.expected + (judged.steps > 0)::integer, judged.expected + judged.steps
        FROM judged WHERE judged.verdict = 'appended'
    ), steps AS (
        INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id)
        SELECT judged.game_id, step.version, step.type, step.schema_version, step.prev_hash, step.hash, step.body, judged.command_id
        FROM unnest(e_of, e_version, e_type, e_schema, e_prev, e_hash, e_body)
            AS step (of_command, version, type, schema_version, prev_hash, hash, body)
        JOIN judged ON judged.at = step.of_command
        WHERE judged.verdict = 'appended'
    ), heads AS (
        UPDATE game SET version = judged.expected + judged.steps, head_hash = judged.new_hash, moved_us = judged.time_us
        FROM judged
        WHERE game.game_id = judged.game_id AND judged.verdict = 'appended' AND judged.steps > 0
    ), outbox AS (
        INSERT INTO pending (game_id, first_version, last_version)
        SELECT judged.game_id, judged.expected + 1, judged.expected + judged.steps
        FROM judged WHERE judged.verdict = 'appended' AND judged.steps > 0
        ORDER BY judged.at
    )
    SELECT judged.at::integer, judged.verdict,
        CASE judged.verdict WHEN 'appended' THEN judged.expected + judged.steps ELSE coalesce(judged.head, 0) END
    FROM judged;
END
$$;

-- ---------------------------------------------------------------- append-only, by privilege

-- The service works as emberlog_app, which cannot rewrite the log even if its code wished to. Where the migrating user may not
-- make roles, the triggers above still stand.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_app') THEN
        CREATE ROLE emberlog_app NOLOGIN;
    END IF;
    EXECUTE format('GRANT emberlog_app TO %I', current_user);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO emberlog_app', current_schema());
    GRANT SELECT, INSERT ON event, command, log TO emberlog_app;
    GRANT SELECT, INSERT, UPDATE ON game, sequencer TO emberlog_app;
    GRANT SELECT, INSERT, DELETE ON pending TO emberlog_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot, principal, token TO emberlog_app;
EXCEPTION
    WHEN insufficient_privilege THEN RAISE NOTICE 'this user may not make roles: the log is append-only by trigger only';
    WHEN duplicate_object OR unique_violation THEN RAISE EXCEPTION 'another migration made the role at the same moment: migrate again';
END
$$;
