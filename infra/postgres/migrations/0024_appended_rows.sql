-- Appends whose commands and steps come as rows, and no longer as an array for each of their columns.
--
-- One value costs a client a third in a row of what it costs in an array, and the server takes no longer. What the functions do, and in
-- which order, is as in 0021_append_by_key.sql. The ids stay arrays: they are looked for by their place. `append_batch` and `append_one`
-- stay for processes of an earlier version, which go on while a new one starts.

CREATE TYPE appended_command AS (
    request_hash bytea, principal text, seat smallint, body bytea, outcome text, answer bytea, time_us bigint, received_us bigint,
    token_id text,
    content bytea,                                                      -- 32 bytes over all that is stored of a command
    expected_version integer, expected_hash bytea,
    last_version integer, head_hash bytea,
    opened_kind text, opened_ruleset text, opened_ruleset_version integer  -- NULL unless it opens a stream
);
CREATE TYPE appended_step AS (
    command integer,                                                    -- the place of its command, from 1
    version integer, type text, schema_version smallint, prev_hash bytea, hash bytea, body bytea
);

CREATE FUNCTION append_commands(
    game_ids uuid[], command_ids uuid[], given appended_command[], steps appended_step[],
    opens boolean                                                       -- whether one of them opens a stream
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
    IF opens THEN
        INSERT INTO game (game_id, kind, ruleset, ruleset_version, version, head_hash)
        SELECT game_ids[o.ordinality], o.opened_kind, o.opened_ruleset, o.opened_ruleset_version, 0, o.expected_hash
        FROM unnest(given) WITH ORDINALITY AS o
        WHERE o.opened_kind IS NOT NULL
        ORDER BY game_ids[o.ordinality]
        ON CONFLICT DO NOTHING;
    END IF;

    PERFORM 1 FROM game g WHERE g.game_id = ANY (game_ids) ORDER BY g.game_id FOR NO KEY UPDATE;

    SELECT array_agg(e.ordinality::integer) INTO failed
    FROM unnest(given) WITH ORDINALITY AS e
    LEFT JOIN game g ON g.game_id = game_ids[e.ordinality]
    LEFT JOIN parked p ON p.game_id = game_ids[e.ordinality] AND e.expected_version > 0  -- an opening has nothing to park yet
    WHERE command_ids[e.ordinality] = (
              SELECT c.command_id FROM command c
              WHERE c.game_id = game_ids[e.ordinality] AND c.command_id >= command_ids[e.ordinality]
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
                    WHEN g.game_id IS NULL OR g.kind = 'openings' OR (given[f.at]).opened_kind IS NOT NULL THEN 'no_game'
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
    FROM unnest(steps) AS s
    WHERE failed IS NULL OR s.command <> ALL (failed);

    WITH moved AS (
        UPDATE game g SET version = m.last_version, head_hash = m.head_hash, commands = g.commands + 1,
               command_link = sha256('\x02'::bytea || g.command_link || int4send(g.commands + 1) || m.content)
        FROM unnest(given) WITH ORDINALITY AS m
        WHERE g.game_id = game_ids[m.ordinality] AND (failed IS NULL OR m.ordinality <> ALL (failed))
        RETURNING g.game_id, command_ids[m.ordinality] AS command_id, g.commands AS ordinal, m.request_hash, m.principal, m.seat,
                  m.body, m.outcome, m.answer, m.time_us, m.received_us, m.token_id, g.command_link AS link,
                  m.expected_version + 1 AS next_version, m.expected_version, m.last_version
    ), kept AS (
        INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                             received_us, token_id, link, first_version, last_version)
        SELECT m.game_id, m.command_id, m.ordinal, m.request_hash, m.principal, m.seat, m.body, m.outcome, m.answer, m.time_us,
               m.received_us, m.token_id, m.link,
               CASE WHEN m.outcome = 'accepted' THEN m.next_version ELSE m.expected_version END, m.last_version
        FROM moved m
    )
    INSERT INTO pending (game_id, first_version, last_version, ordinal)
    SELECT m.game_id, m.next_version, m.last_version, m.ordinal FROM moved m;
END $$;

CREATE FUNCTION append_command(my_game uuid, my_command_id uuid, my appended_command, steps appended_step[])
RETURNS TABLE (
    entry integer, verdict text, at_version integer,
    stored_request_hash bytea, stored_principal text, stored_seat smallint, stored_body bytea, stored_outcome text,
    stored_answer bytea, stored_time_us bigint, stored_received_us bigint, stored_token_id text, stored_first_version integer, stored_last_version integer
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan  -- both for the reasons that append_commands has
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    my_ordinal integer;
    my_link bytea;
BEGIN
    PERFORM 1 FROM game g WHERE g.game_id = my_game FOR NO KEY UPDATE;

    UPDATE game g SET version = my.last_version, head_hash = my.head_hash, commands = g.commands + 1,
           command_link = sha256('\x02'::bytea || g.command_link || int4send(g.commands + 1) || my.content)
    WHERE g.game_id = my_game AND g.version = my.expected_version AND g.head_hash = my.expected_hash
      AND g.kind <> 'openings'
      AND my_command_id IS DISTINCT FROM (
          SELECT c.command_id FROM command c WHERE c.game_id = my_game AND c.command_id >= my_command_id
          ORDER BY c.command_id LIMIT 1)
      AND NOT EXISTS (SELECT FROM parked p WHERE p.game_id = my_game)
    RETURNING g.commands, g.command_link INTO my_ordinal, my_link;

    IF NOT FOUND THEN
        RETURN QUERY SELECT * FROM append_commands(
            game_ids => ARRAY[my_game], command_ids => ARRAY[my_command_id], given => ARRAY[my], steps => '{}', opens => false
        );
        IF NOT FOUND THEN
            RAISE EXCEPTION 'append_command and append_commands disagree on command % of game %', my_command_id, my_game;
        END IF;
        RETURN;
    END IF;

    INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id)
    SELECT my_game, s.version, s.type, s.schema_version, s.prev_hash, s.hash, s.body, my_command_id FROM unnest(steps) AS s;

    INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                         received_us, token_id, link, first_version, last_version)
    VALUES (my_game, my_command_id, my_ordinal, my.request_hash, my.principal, my.seat, my.body, my.outcome, my.answer,
            my.time_us, my.received_us, my.token_id, my_link,
            CASE WHEN my.outcome = 'accepted' THEN my.expected_version + 1 ELSE my.expected_version END, my.last_version);

    INSERT INTO pending (game_id, first_version, last_version, ordinal)
    VALUES (my_game, my.expected_version + 1, my.last_version, my_ordinal);
END $$;
