-- Appends one command to a stream that exists: what `append_batch` (the first migration) does for a batch of one, in two thirds of
-- the time.
--
-- Most commands come alone. This function takes their values as they are, without arrays, and writes them under the same lock and in
-- the same order. When it may not write, `append_batch` says why: so there is one source of verdicts. Each statement sees what was
-- committed before it began. So the look-ups after the lock see what the previous holder of the lock committed.
--
-- Arguments and result are those of `append_batch` for one command. `my_last_version`, `my_head_hash`: of the head after it. The steps
-- follow each other from `my_expected_version` on, and each has the hash of the one before as its `prev_hash`.

CREATE FUNCTION append_one(
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
      AND NOT EXISTS (SELECT FROM command c WHERE c.game_id = my_game_id AND c.command_id = my_command_id)
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
