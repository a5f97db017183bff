-- Appends that look a command id up by its key, and handle each value once.
--
-- Two indexes of `command` begin with the game. On tables without statistics both look equally good to the planner, and it took the
-- one by ordinal: then every append read all commands of its game, the more the longer the game, until the tables were analyzed.
-- Only the key has the order that the look-ups below ask for, so it is taken whatever the planner knows.
--
-- Arrays are read by subscript, and the steps, heads and commands of a batch are written by statements that read each row once. What
-- the functions do, and in which order, is as in 0001_event_log.sql and 0009_append_one.sql.

CREATE OR REPLACE FUNCTION append_batch(
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
    written integer[];  -- the others, and by their place in here:
    ordinals integer[];
    links bytea[];
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
    LEFT JOIN parked p ON p.game_id = e.game_id AND e.expected_version > 0  -- an opening has nothing to park yet
    WHERE e.command_id = (SELECT c.command_id FROM command c WHERE c.game_id = e.game_id AND c.command_id >= e.command_id
                          ORDER BY c.command_id LIMIT 1)
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
    SELECT game_ids[s.command], step_versions[s.at], step_types[s.at], step_schemas[s.at], step_prev_hashes[s.at],
           step_hashes[s.at], step_bodies[s.at], command_ids[s.command]
    FROM unnest(step_commands) WITH ORDINALITY AS s (command, at)
    WHERE failed IS NULL OR s.command <> ALL (failed);

    WITH moved AS (
        UPDATE game g SET version = last_versions[m.at], head_hash = head_hashes[m.at], commands = g.commands + 1,
               command_link = sha256('\x02'::bytea || g.command_link || int4send(g.commands + 1) || contents[m.at])
        FROM unnest(game_ids) WITH ORDINALITY AS m (game_id, at)
        WHERE g.game_id = m.game_id AND (failed IS NULL OR m.at <> ALL (failed))
        RETURNING m.at, g.commands, g.command_link
    )
    SELECT array_agg(m.at ORDER BY m.at), array_agg(m.commands ORDER BY m.at), array_agg(m.command_link ORDER BY m.at)
    INTO written, ordinals, links FROM moved m;

    INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                         received_us, token_id, link, first_version, last_version)
    SELECT game_ids[w.at], command_ids[w.at], w.ordinal, request_hashes[w.at], principals[w.at], seats[w.at], bodies[w.at],
           outcomes[w.at], answers[w.at], times_us[w.at], received_us[w.at], token_ids[w.at], w.link,
           CASE WHEN outcomes[w.at] = 'accepted' THEN expected_versions[w.at] + 1 ELSE expected_versions[w.at] END,
           last_versions[w.at]
    FROM unnest(written, ordinals, links) AS w (at, ordinal, link);

    INSERT INTO pending (game_id, first_version, last_version, ordinal)
    SELECT game_ids[w.at], expected_versions[w.at] + 1, last_versions[w.at], w.ordinal
    FROM unnest(written, ordinals) AS w (at, ordinal);
END $$;

CREATE OR REPLACE FUNCTION append_one(
    my_game_id uuid, my_command_id uuid, my_request_hash bytea, my_principal text, my_seat smallint, my_body bytea,
    my_outcome text, my_answer bytea, my_time_us bigint, my_received_us bigint, my_token_id text,
    my_expected_version integer, my_expected_hash bytea,
    my_last_version integer, my_head_hash bytea, my_content bytea,
    step_types text[], step_schemas smallint[], step_hashes bytea[], step_bodies bytea[]
) RETURNS TABLE (
    entry integer, verdict text, at_version integer,
    stored_request_hash bytea, stored_principal text, stored_seat smallint, stored_body bytea, stored_outcome text,
    stored_answer bytea, stored_time_us bigint, stored_received_us bigint, stored_token_id text, stored_first_version integer, stored_last_version integer
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan  -- both for the reasons that append_batch has
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    my_ordinal integer;
    my_link bytea;
BEGIN
    PERFORM 1 FROM game g WHERE g.game_id = my_game_id FOR NO KEY UPDATE;

    UPDATE game g SET version = my_last_version, head_hash = my_head_hash, commands = g.commands + 1,
           command_link = sha256('\x02'::bytea || g.command_link || int4send(g.commands + 1) || my_content)
    WHERE g.game_id = my_game_id AND g.version = my_expected_version AND g.head_hash = my_expected_hash
      AND g.kind <> 'openings'
      AND my_command_id IS DISTINCT FROM (
          SELECT c.command_id FROM command c WHERE c.game_id = my_game_id AND c.command_id >= my_command_id
          ORDER BY c.command_id LIMIT 1)
      AND NOT EXISTS (SELECT FROM parked p WHERE p.game_id = my_game_id)
    RETURNING g.commands, g.command_link INTO my_ordinal, my_link;

    IF NOT FOUND THEN
        RETURN QUERY SELECT * FROM append_batch(
            game_ids => ARRAY[my_game_id], command_ids => ARRAY[my_command_id], request_hashes => ARRAY[my_request_hash],
            principals => ARRAY[my_principal], seats => ARRAY[my_seat], bodies => ARRAY[my_body],
            outcomes => ARRAY[my_outcome], answers => ARRAY[my_answer], times_us => ARRAY[my_time_us],
            received_us => ARRAY[my_received_us], token_ids => ARRAY[my_token_id], contents => ARRAY[my_content],
            expected_versions => ARRAY[my_expected_version], expected_hashes => ARRAY[my_expected_hash],
            last_versions => ARRAY[my_last_version], head_hashes => ARRAY[my_head_hash],
            opened_kinds => NULL, opened_rulesets => NULL, opened_ruleset_versions => NULL,
            step_commands => '{}', step_versions => '{}', step_types => '{}', step_schemas => '{}',
            step_prev_hashes => '{}', step_hashes => '{}', step_bodies => '{}'
        );
        IF NOT FOUND THEN
            RAISE EXCEPTION 'append_one and append_batch disagree on command % of game %', my_command_id, my_game_id;
        END IF;
        RETURN;
    END IF;

    INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id)
    SELECT my_game_id, my_expected_version + s.at, step_types[s.at], step_schemas[s.at],
           CASE WHEN s.at = 1 THEN my_expected_hash ELSE step_hashes[s.at - 1] END, step_hashes[s.at], step_bodies[s.at],
           my_command_id
    FROM generate_series(1, my_last_version - my_expected_version) AS s (at);

    INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                         received_us, token_id, link, first_version, last_version)
    VALUES (my_game_id, my_command_id, my_ordinal, my_request_hash, my_principal, my_seat, my_body, my_outcome, my_answer,
            my_time_us, my_received_us, my_token_id, my_link,
            CASE WHEN my_outcome = 'accepted' THEN my_expected_version + 1 ELSE my_expected_version END, my_last_version);

    INSERT INTO pending (game_id, first_version, last_version, ordinal)
    VALUES (my_game_id, my_expected_version + 1, my_last_version, my_ordinal);
END $$;
