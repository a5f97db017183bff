-- Appends commands to games of one node, in one call that is carried out whole on that node.
--
-- It does what `append_commands` (0024_appended_rows.sql) does, game by game: Citus distributes statements about one game well, and
-- statements about many games with joins on arrays not at all. `at_game` is one of the games: it says which node the call goes to.
-- A game that has moved to another node since the caller looked is written there, as part of the same transaction.
--
-- The other arguments and the result are those of `append_commands`; calls by name are not sent to a node. The lock on a game's row comes
-- first, so each later statement sees what its last holder committed. Callers sort the games, so that two calls
-- wait for each other in one direction.
--
-- Every statement names one game by a plain variable: then Citus stores its plan for each shard, and does not plan it anew.

CREATE OR REPLACE FUNCTION append_commands_on_node(
    at_game uuid,
    game_ids uuid[], command_ids uuid[], given appended_command[], steps appended_step[]
) RETURNS TABLE (
    entry integer, verdict text, at_version integer,
    stored_request_hash bytea, stored_principal text, stored_seat smallint, stored_body bytea, stored_outcome text,
    stored_answer bytea, stored_time_us bigint, stored_received_us bigint, stored_token_id text, stored_first_version integer, stored_last_version integer
) LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
    my appended_command;
    mine appended_step;
    my_game uuid;
    my_command uuid;
    my_kind text;
    head_version integer;
    head_hash_now bytea;
    head_kind text;
    head_commands integer;
    head_link bytea;
    is_parked boolean;
    step integer := 1;
    first_step integer;
    my_version integer;
    my_type text;
    my_schema smallint;
    my_prev bytea;
    my_hash bytea;
    my_body bytea;
    my_link bytea;
    my_hashes bytea[];
    my_expected integer;
    my_last integer;
    my_first integer;
    my_time bigint;
    my_queued bigint;
    my_request bytea;
    my_principal text;
    my_seat smallint;
    my_outcome text;
    my_answer bytea;
    my_received bigint;
    my_token text;
    my_ruleset text;
    my_ruleset_version integer;
BEGIN
    FOR i IN 1 .. cardinality(game_ids) LOOP
        my := given[i];
        my_game := game_ids[i];
        my_command := command_ids[i];
        my_expected := my.expected_version;
        my_last := my.last_version;
        my_kind := my.opened_kind;
        first_step := step;
        step := step + my_last - my_expected;

        IF my_kind IS NOT NULL THEN
            my_ruleset := my.opened_ruleset;
            my_ruleset_version := my.opened_ruleset_version;
            my_hash := my.expected_hash;
            INSERT INTO game (game_id, kind, ruleset, ruleset_version, version, head_hash)
            VALUES (my_game, my_kind, my_ruleset, my_ruleset_version, 0, my_hash)
            ON CONFLICT DO NOTHING;
        END IF;

        SELECT g.version, g.head_hash, g.kind, g.commands, g.command_link
        INTO head_version, head_hash_now, head_kind, head_commands, head_link
        FROM game g WHERE g.game_id = my_game FOR NO KEY UPDATE;

        SELECT i, 'duplicate', coalesce(head_version, 0), c.request_hash, c.principal, c.seat, c.body, c.outcome, c.answer, c.time_us,
               c.received_us, c.token_id, c.first_version, c.last_version
        INTO entry, verdict, at_version, stored_request_hash, stored_principal, stored_seat, stored_body, stored_outcome,
             stored_answer, stored_time_us, stored_received_us, stored_token_id, stored_first_version, stored_last_version
        FROM command c WHERE c.game_id = my_game AND c.command_id = my_command;
        IF FOUND THEN
            RETURN NEXT;
            CONTINUE;
        END IF;

        is_parked := false;
        IF my_expected > 0 THEN  -- an opening has nothing to park yet
            SELECT true INTO is_parked FROM parked p WHERE p.game_id = my_game;
        END IF;
        IF is_parked OR head_version IS DISTINCT FROM my_expected OR head_hash_now IS DISTINCT FROM my.expected_hash
           -- Refused openings leave their stream at version 0, so the head alone does not say that an id is taken.
           OR ((my_kind IS NOT NULL OR head_kind = 'openings') AND my_kind IS DISTINCT FROM head_kind)
        THEN
            entry := i;
            at_version := coalesce(head_version, 0);
            verdict := CASE WHEN head_version IS NULL OR head_kind = 'openings' OR my_kind IS NOT NULL THEN 'no_game'
                            WHEN is_parked THEN 'parked' ELSE 'conflict' END;
            RETURN NEXT;
            CONTINUE;
        END IF;

        my_hashes := '{}';
        FOR s IN first_step .. step - 1 LOOP
            mine := steps[s];
            my_version := mine.version;
            my_type := mine.type;
            my_schema := mine.schema_version;
            my_prev := mine.prev_hash;
            my_hash := mine.hash;
            my_body := mine.body;
            INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id)
            VALUES (my_game, my_version, my_type, my_schema, my_prev, my_hash, my_body, my_command);
            my_hashes := my_hashes || my_hash;
        END LOOP;

        head_commands := head_commands + 1;
        my_link := sha256('\x02'::bytea || head_link || int4send(head_commands) || my.content);
        my_hashes := my_hashes || my_link;
        my_hash := my.head_hash;
        UPDATE game g SET version = my_last, head_hash = my_hash, commands = head_commands, command_link = my_link
        WHERE g.game_id = my_game;

        my_request := my.request_hash;
        my_principal := my.principal;
        my_seat := my.seat;
        my_body := my.body;
        my_outcome := my.outcome;
        my_answer := my.answer;
        my_time := my.time_us;
        my_received := my.received_us;
        my_token := my.token_id;
        my_first := CASE WHEN my_outcome = 'accepted' THEN my_expected + 1 ELSE my_expected END;
        INSERT INTO command (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                             received_us, token_id, link, first_version, last_version)
        VALUES (my_game, my_command, head_commands, my_request, my_principal, my_seat, my_body, my_outcome, my_answer, my_time,
                my_received, my_token, my_link, my_first, my_last);

        my_first := my_expected + 1;
        my_queued := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
        INSERT INTO pending (queued, game_id, first_version, last_version, ordinal, hashes, time_us)
        VALUES (my_queued, my_game, my_first, my_last, head_commands, my_hashes, my_time);
    END LOOP;
END $$;
