-- Appends straight at the node that has a game, by the very functions of one server.
--
-- A statement on a distributed table is planned by Citus each time, which takes longer than the append. So each shard of the games
-- has a schema on its node, `games_` and the shard's number, with views of the tables' parts there and with copies of
-- `append_commands` and `append_command`. The service calls these copies at the node. `append_commands_on_node` is the long way: for games whose
-- shard has moved, and for whoever does not reach the nodes.
--
-- A shard that moves must miss nothing. Citus locks the shard against its own writers while it moves the last rows, and so
-- must these writers be: `write_command` takes their side of that lock, and then looks whether the shard is still here.

CREATE OR REPLACE FUNCTION ready_shard(my_shard bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET citus.enable_ddl_propagation = off  -- each node has schemas for its own shards
AS $ready$
DECLARE
    space text := 'games_' || my_shard;
    begins text;
    part text;
    name text;
    commands text;
    queue text;
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
        CASE name WHEN 'command' THEN commands := part; WHEN 'pending' THEN queue := part; ELSE NULL; END CASE;
        EXECUTE format('CREATE OR REPLACE VIEW %I.%I WITH (security_invoker = true) AS SELECT * FROM %s', space, name, part);
        EXECUTE format('GRANT %s ON %I.%I TO emberlog_app',
                       CASE name WHEN 'game' THEN 'SELECT, INSERT, UPDATE' WHEN 'parked' THEN 'SELECT' ELSE 'SELECT, INSERT' END,
                       space, name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['append_commands', 'append_command'] LOOP
        EXECUTE replace(pg_get_functiondef(('public.' || name)::regproc), 'FUNCTION public.' || name || '(',
                        format('FUNCTION %I.%I(', space, name));
        EXECUTE format('ALTER FUNCTION %I.%I SET search_path = %1$I, pg_catalog, pg_temp', space, name);
    END LOOP;

    -- A command of the view goes to its table, and with it to `pending`, with the hashes that the order needs there.
    EXECUTE format($make$
        CREATE OR REPLACE FUNCTION %1$I.write_command() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = %1$I, pg_catalog, pg_temp
        AS $write$
        BEGIN
            PERFORM lock_shard_metadata(5, ARRAY[%2$s::bigint]);  -- shared, as Citus' own writers; it lasts until the commit
            IF NOT EXISTS (SELECT FROM pg_dist_placement p WHERE p.shardid = %2$s
                           AND p.groupid = (SELECT l.groupid FROM pg_dist_local_group l)) THEN
                RAISE EXCEPTION 'shard %2$s of the games has moved' USING ERRCODE = 'object_not_in_prerequisite_state';
            END IF;
            INSERT INTO %3$s (game_id, command_id, ordinal, request_hash, principal, seat, body, outcome, answer, time_us,
                              received_us, token_id, link, first_version, last_version)
            VALUES (NEW.game_id, NEW.command_id, NEW.ordinal, NEW.request_hash, NEW.principal, NEW.seat, NEW.body, NEW.outcome,
                    NEW.answer, NEW.time_us, NEW.received_us, NEW.token_id, NEW.link, NEW.first_version, NEW.last_version);
            INSERT INTO %4$s (queued, game_id, first_version, last_version, ordinal, hashes, time_us)
            VALUES ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, NEW.game_id,
                    CASE WHEN NEW.outcome = 'accepted' THEN NEW.first_version ELSE NEW.last_version + 1 END, NEW.last_version,
                    NEW.ordinal,
                    CASE WHEN NEW.outcome = 'accepted' THEN
                        ARRAY(SELECT e.hash FROM event e WHERE e.game_id = NEW.game_id
                              AND e.version BETWEEN NEW.first_version AND NEW.last_version ORDER BY e.version)
                    ELSE '{}'::bytea[] END || NEW.link, NEW.time_us);
            RETURN NEW;
        END $write$
    $make$, space, my_shard, commands, queue);
    EXECUTE format('CREATE OR REPLACE TRIGGER written INSTEAD OF INSERT ON %I.command '
                   'FOR EACH ROW EXECUTE FUNCTION %1$I.write_command()', space);
    EXECUTE format('CREATE OR REPLACE FUNCTION %I.is_queued() RETURNS trigger LANGUAGE plpgsql AS '
                   '''BEGIN RETURN NULL; END''', space);
    EXECUTE format('CREATE OR REPLACE TRIGGER queued INSTEAD OF INSERT ON %I.pending '
                   'FOR EACH ROW EXECUTE FUNCTION %1$I.is_queued()', space);
END $ready$;
