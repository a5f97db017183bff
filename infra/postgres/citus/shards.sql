-- Appends straight at the node that has a game, by the functions of one server with few changes (`ready_shard` makes them).
--
-- A statement on a distributed table is planned by Citus each time, which takes longer than the append. So each shard of the games
-- has a schema on its node, `games_` and the shard's number, with views of the tables' parts there and with copies of
-- `append_commands` and `append_command`. The service calls these copies at the node. `append_commands_on_node` is the long way: for games whose
-- shard has moved, and for whoever does not reach the nodes.
--
-- A shard that moves must miss nothing. Citus locks the shard against its own writers while it moves the last rows, and so
-- must these writers be: `stay_here` takes their side of that lock, and then looks whether the shard is still here. So a no
-- does not come from what a shard has left behind, either.
--
-- A batch has games of any shards of a node, and is one transaction there (`append_at_shards`): one commit for all.

CREATE OR REPLACE FUNCTION ready_shard(my_shard bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET citus.enable_ddl_propagation = off  -- each node has schemas for its own shards
AS $ready$
DECLARE
    space text := 'games_' || my_shard;
    begins text;
    part text;
    name text;
    definition text;
    changed text;
    change text[];
    queued text := '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint, %1$s.time_us, '
        'ARRAY(SELECT e.hash FROM event e WHERE e.game_id = %2$s AND e.version BETWEEN %3$s AND %1$s.last_version '
        'ORDER BY e.version) || %4$s';
BEGIN
    SELECT s.shardminvalue INTO begins FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
    WHERE s.shardid = my_shard AND s.logicalrelid = 'public.game'::regclass
      AND p.groupid = (SELECT l.groupid FROM pg_dist_local_group l);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'shard % of the games is not on this node', my_shard USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    PERFORM pg_advisory_xact_lock(my_shard);  -- several processes may come at once
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', space);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO emberlog_app', space);

    FOREACH name IN ARRAY ARRAY['game', 'event', 'command', 'parked', 'pending'] LOOP
        SELECT format('public.%I', name || '_' || s.shardid) INTO part FROM pg_dist_shard s
        WHERE s.logicalrelid = ('public.' || name)::regclass AND s.shardminvalue = begins;
        EXECUTE format('CREATE OR REPLACE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', space, name, part);
        EXECUTE format('GRANT %s ON %I.%I TO emberlog_app',
                       CASE name WHEN 'game' THEN 'SELECT, INSERT, UPDATE' WHEN 'parked' THEN 'SELECT' ELSE 'SELECT, INSERT' END,
                       space, name);
    END LOOP;
    EXECUTE format('DROP FUNCTION IF EXISTS %I.write_command(), %1$I.is_queued() CASCADE', space);  -- of an earlier version
    EXECUTE format($make$
        CREATE OR REPLACE FUNCTION %1$I.stay_here() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $stay$
        BEGIN
            PERFORM lock_shard_metadata(5, ARRAY[%2$s::bigint]);  -- shared, as Citus' own writers; it lasts until the commit
            IF NOT EXISTS (SELECT FROM pg_dist_placement p WHERE p.shardid = %2$s
                           AND p.groupid = (SELECT l.groupid FROM pg_dist_local_group l)) THEN
                RAISE EXCEPTION 'shard %2$s of the games has moved' USING ERRCODE = 'object_not_in_prerequisite_state';
            END IF;
        END $stay$
    $make$, space, my_shard);

    -- What differs from one server: the shard stays, and `pending` has the hashes that the order needs on the coordinator.
    FOREACH name IN ARRAY ARRAY['append_commands', 'append_command'] LOOP
        definition := pg_get_functiondef(('public.' || name)::regproc);
        FOREACH change SLICE 1 IN ARRAY ARRAY[
            ARRAY['FUNCTION public.' || name || '(', format('FUNCTION %I.%I(', space, name)],
            ARRAY[E'\nBEGIN\n', E'\nBEGIN\n    PERFORM stay_here();\n'],
            ARRAY['INTO pending (game_id, first_version, last_version, ordinal)',
                  'INTO pending (game_id, first_version, last_version, ordinal, queued, time_us, hashes)'],
            CASE name
                WHEN 'append_commands' THEN ARRAY['m.ordinal FROM moved m;',
                    'm.ordinal, ' || format(queued, 'm', 'm.game_id', 'm.next_version', 'm.link') || ' FROM moved m;']
                ELSE ARRAY['my_ordinal);',
                    'my_ordinal, ' || format(queued, 'my', 'my_game', 'my.expected_version + 1', 'my_link') || ');']
            END
        ] LOOP
            changed := replace(definition, change[1], change[2]);
            IF changed = definition THEN
                RAISE EXCEPTION '% no longer has "%", which ready_shard must change', name, change[1];
            END IF;
            definition := changed;
        END LOOP;
        EXECUTE definition;
        EXECUTE format('ALTER FUNCTION %I.%I SET search_path = %1$I, pg_catalog, pg_temp', space, name);
    END LOOP;
END $ready$;

-- `append_commands` of several shards. `shards` are in order, as in every other call, so that two calls wait for each other in one direction;
-- `commands_of` and `steps_of`: how many are of each. A step names the place of its command among those of its shard.
CREATE OR REPLACE FUNCTION append_at_shards(
    shards bigint[], commands_of integer[], steps_of integer[],
    game_ids uuid[], command_ids uuid[], given appended_command[], steps appended_step[], opens boolean
) RETURNS TABLE (
    entry integer, verdict text, at_version integer,
    stored_request_hash bytea, stored_principal text, stored_seat smallint, stored_body bytea, stored_outcome text,
    stored_answer bytea, stored_time_us bigint, stored_received_us bigint, stored_token_id text, stored_first_version integer, stored_last_version integer
) LANGUAGE plpgsql
AS $$
DECLARE
    before integer := 0;
    steps_before integer := 0;
BEGIN
    FOR i IN 1 .. cardinality(shards) LOOP
        RETURN QUERY EXECUTE format(
            'SELECT a.entry + $6, a.verdict, a.at_version, a.stored_request_hash, a.stored_principal, a.stored_seat, a.stored_body, '
            'a.stored_outcome, a.stored_answer, a.stored_time_us, a.stored_received_us, a.stored_token_id, a.stored_first_version, '
            'a.stored_last_version FROM %I.append_commands($1, $2, $3, $4, $5) a', 'games_' || shards[i])
        USING game_ids[before + 1 : before + commands_of[i]], command_ids[before + 1 : before + commands_of[i]],
              given[before + 1 : before + commands_of[i]], steps[steps_before + 1 : steps_before + steps_of[i]], opens, before;
        before := before + commands_of[i];
        steps_before := steps_before + steps_of[i];
    END LOOP;
END $$;
