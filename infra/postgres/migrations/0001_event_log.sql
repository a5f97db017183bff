-- The event log and the tables beside it.
--
-- THE MAP
--
--   game ----------- one row per stream: what it is, its ruleset and its head (version, hash). It is the only row that a command
--     |              updates, and so the lock that the writers of a stream wait for. Three kinds of stream:
--     |                game      one play of a ruleset
--     |                openings  one principal's openings and forks that were refused: commands and no steps
--     |                league    for a second decider; nothing writes one yet
--     |-- event      one row per step, 1..n without gaps. `body` is what happened, in the exact bytes that were hashed;
--     |              `hash` chains it to the step before. Rows never change. 16 partitions by game.
--     |-- command    one row per decided command, accepted or refused, in the order of the decisions. `link` chains it to the
--     |              command before. Rows never change.
--     |-- pending    the outbox: commands without positions in the global order. The sequencer empties it.
--     |-- parked     one row for a game that takes no commands, because something is wrong on our side (0004_parked.sql).
--     `-- snapshot   a cache of states. It may be emptied at any time.
--
--   log ------------ the global order of all steps and commands of all games: positions 1..n without gaps, assigned after
--                    commit. A command follows its steps.
--   sequencer ------ one row: which process assigns positions (a lease), its epoch (the fencing token), the last position.
--   principal, token who may call. Only the SHA-256 of a token is stored: it has 256 random bits, so a fast hash is safe.
--   person, seat_name, stream_title, note
--                    what persons are called and what they wrote (0005_names.sql). No other table has names or free text, and
--                    nothing of it is hashed: it may be changed or erased at any time.
--   migration ------ which of these files were applied. Created by migrate.py.
--
-- THE RULES
--
-- * READ COMMITTED, row locks and unique keys are enough. No statement needs a stricter isolation level.
-- * event, command and log are append-only. Every connection of the service takes the role emberlog_app, which has no right
--   to change them. Triggers refuse changes by everybody else, the owner included.
-- * Every unique key of a game's tables includes game_id, so that the tables can be distributed by game. log and sequencer
--   are one global order and stay on one node.
-- * A stream's id is called game_id in every table. Whoever wants a game asks for kind = 'game'.
-- * There are no foreign keys between a game's tables. append_batch locks the game's row while it writes, and a check per
--   row would cost time on every command.

CREATE TABLE game (
    game_id          uuid     NOT NULL PRIMARY KEY,
    kind             text     NOT NULL DEFAULT 'game' CHECK (kind IN ('game', 'openings', 'league')),
    ruleset          text,
    ruleset_version  integer,
    version          integer  NOT NULL CHECK (version >= 0),  -- of the last step; a game has 0 only while it is opened
    head_hash        bytea    NOT NULL CHECK (octet_length(head_hash) = 32),  -- of the last step
    commands         integer  NOT NULL DEFAULT 0,             -- decided so far, including refused ones
    command_link     bytea    NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
                     CHECK (octet_length(command_link) = 32),  -- of the last command
    opened_at        timestamptz NOT NULL DEFAULT now(),
    CHECK (kind <> 'game' OR (ruleset IS NOT NULL AND ruleset_version IS NOT NULL)),
    CHECK (kind <> 'openings' OR (ruleset IS NULL AND ruleset_version IS NULL AND version = 0))
) WITH (fillfactor = 70);  -- every command updates its game's row: free space on the page keeps that update cheap

CREATE TABLE event (
    game_id         uuid        NOT NULL,
    version         integer     NOT NULL CHECK (version > 0),
    type            text        NOT NULL,
    schema_version  smallint    NOT NULL,
    prev_hash       bytea       NOT NULL CHECK (octet_length(prev_hash) = 32),
    hash            bytea       NOT NULL CHECK (hash = sha256('\x01'::bytea || prev_hash || body)),
    body            bytea       NOT NULL,
    command_id      uuid        NOT NULL,
    recorded_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, version)
) PARTITION BY HASH (game_id);

CREATE TABLE command (
    game_id        uuid        NOT NULL,
    command_id     uuid        NOT NULL,
    ordinal        integer     NOT NULL CHECK (ordinal > 0),  -- 1..n within the game, in the order of the decisions
    request_hash   bytea       NOT NULL CHECK (octet_length(request_hash) = 32),
    principal      text        NOT NULL,
    seat           smallint,
    body           bytea       NOT NULL,
    outcome        text        NOT NULL CHECK (outcome IN ('accepted', 'refused')),
    answer         bytea       NOT NULL,                      -- of a refused command: why
    time_us        bigint      NOT NULL,
    received_us    bigint      NOT NULL,                      -- when the whole request had been read
    token_id       text        NOT NULL,                      -- the token that the principal came by; '' for bots
    link           bytea       NOT NULL CHECK (octet_length(link) = 32),  -- chains it to the command before
    first_version  integer     NOT NULL,                      -- its steps; of a refused command, both are the head's version
    last_version   integer     NOT NULL,
    recorded_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, command_id),
    UNIQUE (game_id, ordinal)
);

CREATE TABLE pending (
    queued         bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,  -- rises within a game; gaps mean nothing
    game_id        uuid    NOT NULL,
    first_version  integer NOT NULL,
    last_version   integer NOT NULL,                               -- of a refused command: one less than first_version
    ordinal        integer NOT NULL,
    PRIMARY KEY (queued, game_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE log (
    pos      bigint  NOT NULL PRIMARY KEY CHECK (pos > 0),
    game_id  uuid    NOT NULL,
    kind     text    NOT NULL CHECK (kind IN ('step', 'command')),
    number   integer NOT NULL,                                  -- the version of a step, the ordinal of a command
    leaf     bytea   NOT NULL CHECK (octet_length(leaf) = 32),  -- SHA-256(0x00, hash of the step or link of the command)
    UNIQUE (game_id, kind, number)
);

CREATE TABLE sequencer (
    one         boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    epoch       bigint      NOT NULL DEFAULT 0,  -- rises when another process takes the lease; a write with an older one fails
    holder      text        NOT NULL DEFAULT '',
    expires_at  timestamptz NOT NULL DEFAULT '-infinity',
    last_pos    bigint      NOT NULL DEFAULT 0
);
INSERT INTO sequencer DEFAULT VALUES;

CREATE TABLE snapshot (
    game_id      uuid        NOT NULL,
    fingerprint  text        NOT NULL,  -- of the source code that can read the state
    version      integer     NOT NULL,
    state        bytea       NOT NULL,
    saved_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, fingerprint, version)
);

CREATE TABLE principal (
    principal_id  text        NOT NULL PRIMARY KEY,           -- random: it says nothing of the person, and stands in the log
    roles         text[]      NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE token (
    token_hash    bytea       NOT NULL PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    token_id      text        NOT NULL UNIQUE,  -- no secret: it stands beside the commands that came by this token
    principal_id  text        NOT NULL REFERENCES principal,
    created_at    timestamptz NOT NULL DEFAULT now(),
    revoked_at    timestamptz
);
CREATE INDEX token_of_principal ON token (principal_id);

-- Append-only by trigger. Partitions inherit row triggers but not TRUNCATE triggers, so each partition gets its own.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'table % is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege',
              HINT = 'What was written stays written. A correction is a new event.';
END $$;

DO $$
DECLARE
    part text;
    whole text;
BEGIN
    FOR i IN 0..15 LOOP
        part := 'event_' || lpad(i::text, 2, '0');
        EXECUTE format('CREATE TABLE %I PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, i);
        EXECUTE format(
            'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
    END LOOP;
    FOREACH whole IN ARRAY ARRAY['event', 'command', 'log'] LOOP
        EXECUTE format(
            'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', whole);
        EXECUTE format(
            'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', whole);
    END LOOP;
END $$;

-- Appends a batch in one round trip. Each argument is an array with one element per command or per step, in the same order as
-- the others. A game occurs once per call. Returns one row for each command that was NOT written, and why:
--   duplicate   this command id was answered before; `stored_...` is that command (the caller compares request hashes)
--   no_game     there is no such stream; or, for an opening, the id is taken. A refused opening comes with kind 'openings': the
--               first of its principal makes the stream, and the later ones are appended to it
--   parked      the game takes no commands; see 0004_parked.sql
--   conflict    the head is not the expected one; at_version is its version
-- No rows mean that everything was written. Each statement below sees what was committed before it began. So a look-up after
-- the lock sees what the previous holder of the lock committed.

CREATE FUNCTION append_batch(
    game_ids uuid[], command_ids uuid[], request_hashes bytea[], principals text[], seats smallint[], bodies bytea[],
    outcomes text[], answers bytea[], times_us bigint[], received_us bigint[], token_ids text[],
    contents bytea[],                                                   -- 32 bytes over all that is stored of a command
    expected_versions integer[], expected_hashes bytea[],
    last_versions integer[], head_hashes bytea[],
    opened_kinds text[], opened_rulesets text[], opened_ruleset_versions integer[],  -- NULL when no command opens a stream
    step_commands integer[], step_versions integer[], step_types text[], step_schemas smallint[],
    step_prev_hashes bytea[], step_hashes bytea[], step_bodies bytea[]
) RETURNS TABLE (
    entry integer, verdict text, at_version integer,
    stored_request_hash bytea, stored_principal text, stored_seat smallint, stored_body bytea, stored_outcome text,
    stored_answer bytea, stored_time_us bigint, stored_received_us bigint, stored_token_id text, stored_first_version integer, stored_last_version integer
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan  -- planning over 16 partitions takes longer than appending
-- Always use the keys: a plan made while the tables were small scans them, and a connection keeps it until they are analyzed.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    failed integer[];
BEGIN
    IF opened_kinds IS NOT NULL THEN
        INSERT INTO game (game_id, kind, ruleset, ruleset_version, version, head_hash)
        SELECT o.game_id, o.kind, o.ruleset, o.ruleset_version, 0, o.expected_hash
        FROM unnest(game_ids, opened_kinds, opened_rulesets, opened_ruleset_versions, expected_hashes)
            AS o (game_id, kind, ruleset, ruleset_version, expected_hash)
        WHERE o.kind IS NOT NULL
        ORDER BY o.game_id
        ON CONFLICT DO NOTHING;
    END IF;

    PERFORM 1 FROM game g WHERE g.game_id = ANY (game_ids) ORDER BY g.game_id FOR NO KEY UPDATE;

    SELECT array_agg(e.at::integer) INTO failed
    FROM unnest(game_ids, command_ids, expected_versions, expected_hashes, opened_kinds) WITH ORDINALITY
        AS e (game_id, command_id, expected_version, expected_hash, opened_kind, at)
    LEFT JOIN game g ON g.game_id = e.game_id
    LEFT JOIN command c ON c.game_id = e.game_id AND c.command_id = e.command_id
    LEFT JOIN parked p ON p.game_id = e.game_id AND e.expected_version > 0  -- an opening has nothing to park yet
    WHERE c.command_id IS NOT NULL
       OR p.game_id IS NOT NULL
       OR g.version IS DISTINCT FROM e.expected_version
       OR g.head_hash IS DISTINCT FROM e.expected_hash
       -- Refused openings leave their stream at version 0, so the head alone does not say that an id is taken.
       OR ((e.opened_kind IS NOT NULL OR g.kind = 'openings') AND e.opened_kind IS DISTINCT FROM g.kind);

    IF failed IS NOT NULL THEN
        RETURN QUERY
        SELECT f.at,
               CASE WHEN c.command_id IS NOT NULL THEN 'duplicate'
                    WHEN g.game_id IS NULL OR g.kind = 'openings' OR opened_kinds[f.at] IS NOT NULL THEN 'no_game'
                    WHEN EXISTS (SELECT FROM parked p WHERE p.game_id = game_ids[f.at]) THEN 'parked'
                    ELSE 'conflict' END,
               coalesce(g.version, 0),
               c.request_hash, c.principal, c.seat, c.body, c.outcome, c.answer, c.time_us, c.received_us,
               c.token_id, c.first_version, c.last_version
        FROM unnest(failed) AS f (at)
        LEFT JOIN game g ON g.game_id = game_ids[f.at]
        LEFT JOIN command c ON c.game_id = game_ids[f.at] AND c.command_id = command_ids[f.at];
        IF cardinality(failed) = cardinality(game_ids) THEN
            RETURN;
        END IF;
    END IF;

    INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id)
    SELECT game_ids[s.command], s.version, s.type, s.schema_version, s.prev_hash, s.hash, s.body, command_ids[s.command]
    FROM unnest(step_commands, step_versions, step_types, step_schemas, step_prev_hashes, step_hashes, step_bodies)
        AS s (command, version, type, schema_version, prev_hash, hash, body)
    WHERE failed IS NULL OR s.command <> ALL (failed);

    WITH moved AS (
        UPDATE game g SET version = m.version, head_hash = m.head_hash, commands = g.commands + 1,
               command_link = sha256('\x02'::bytea || g.command_link || int4send(g.commands + 1) || m.content)
        FROM unnest(game_ids, last_versions, head_hashes, contents) WITH ORDINALITY AS m (game_id, version, head_hash, content, at)
        WHERE g.game_id = m.game_id AND (failed IS NULL OR m.at <> ALL (failed))
        RETURNING m.at, g.commands, g.command_link
    ), decided AS (
        INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                             received_us, token_id, link, first_version, last_version)
        SELECT n.game_id, n.command_id, m.commands, n.request_hash, n.principal, n.seat, n.body, n.outcome, n.answer, n.time_us,
               n.received_us, n.token_id, m.command_link,
               CASE WHEN n.outcome = 'accepted' THEN n.expected_version + 1 ELSE n.expected_version END, n.last_version
        FROM unnest(game_ids, command_ids, request_hashes, principals, seats, bodies, outcomes, answers, times_us,
                    received_us, token_ids, expected_versions, last_versions) WITH ORDINALITY
            AS n (game_id, command_id, request_hash, principal, seat, body, outcome, answer, time_us, received_us, token_id,
                  expected_version, last_version, at)
        JOIN moved m ON m.at = n.at
    )
    INSERT INTO pending (game_id, first_version, last_version, ordinal)
    SELECT p.game_id, p.expected_version + 1, p.last_version, m.commands
    FROM unnest(game_ids, expected_versions, last_versions) WITH ORDINALITY AS p (game_id, expected_version, last_version, at)
    JOIN moved m ON m.at = p.at
    ORDER BY p.at;
END $$;

-- Assigns positions in the global order to the oldest pending commands and their steps, `commands_max` commands at most. Returns
-- the number of positions.
-- Raises unless `my_epoch` is the sequencer's epoch: then another process has the lease, and this call has no effect.

CREATE FUNCTION sequence_pending(my_epoch bigint, commands_max integer, lease interval) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan  -- both for the reasons above
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    base bigint;
    placed integer;
BEGIN
    SELECT s.last_pos INTO base FROM sequencer s WHERE s.epoch = my_epoch FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'epoch % of the sequencer is over', my_epoch USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;

    WITH taken AS (
        DELETE FROM pending p
        USING (SELECT o.queued, o.game_id FROM pending o ORDER BY o.queued LIMIT commands_max) AS oldest
        WHERE p.queued = oldest.queued AND p.game_id = oldest.game_id
        RETURNING p.queued, p.game_id, p.first_version, p.last_version, p.ordinal
    ), entries AS (
        SELECT t.queued, e.game_id, 'step' AS kind, e.version AS number, e.hash
        FROM taken t
        JOIN event e ON e.game_id = t.game_id AND e.version BETWEEN t.first_version AND t.last_version
        UNION ALL
        SELECT t.queued, c.game_id, 'command', c.ordinal, c.link
        FROM taken t
        JOIN command c ON c.game_id = t.game_id AND c.ordinal = t.ordinal
    )
    INSERT INTO log (pos, game_id, kind, number, leaf)
    SELECT base + row_number() OVER (ORDER BY n.queued, n.kind DESC, n.number),  -- 'step' before 'command'
           n.game_id, n.kind, n.number, sha256('\x00'::bytea || n.hash)
    FROM entries n;
    GET DIAGNOSTICS placed = ROW_COUNT;

    UPDATE sequencer SET last_pos = base + placed, expires_at = clock_timestamp() + lease;
    RETURN placed;
END $$;

-- Append-only by privilege. All databases of a server share the role, so it may exist already. A user who may not create roles
-- continues without it: then only the triggers protect the tables.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_app') THEN
        CREATE ROLE emberlog_app NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE NOTICE 'this user may not create the role emberlog_app; only triggers keep the tables append-only';
END $$;

DO $$
BEGIN
    IF NOT pg_has_role(current_user, 'emberlog_app', 'MEMBER') THEN
        EXECUTE format('GRANT emberlog_app TO %I', current_user);
    END IF;
EXCEPTION
    WHEN undefined_object OR insufficient_privilege THEN NULL;
END $$;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'emberlog_app') THEN
        GRANT SELECT, INSERT ON event, command, log TO emberlog_app;
        GRANT SELECT, INSERT, UPDATE ON game TO emberlog_app;
        GRANT SELECT, INSERT, DELETE ON pending TO emberlog_app;
        GRANT SELECT, UPDATE ON sequencer TO emberlog_app;
        GRANT SELECT ON migration TO emberlog_app;
        GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot, principal, token TO emberlog_app;
    END IF;
END $$;
