-- The global order on Citus: `log` and `sequencer` stay on the coordinator, and these functions run there.

-- Gives places to the oldest pending commands of all nodes, as in the first migration. The machines' clocks differ, so `queued` orders
-- games fairly and nothing more: within a game the ordinal decides, and no command is placed before an earlier one of its game.
--
-- What the DELETE returns is placed and nothing else, in one transaction over all nodes.

CREATE OR REPLACE FUNCTION sequence_pending(my_epoch bigint, commands_max integer, lease interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    base bigint;
    placed integer := 0;
    games uuid[];
    cuts integer[];
    taken record;
BEGIN
    SELECT s.last_pos INTO base FROM sequencer s WHERE s.epoch = my_epoch FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'epoch % of the sequencer is over', my_epoch USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;

    SELECT array_agg(o.game_id), array_agg(o.cut) INTO games, cuts FROM (
        SELECT oldest.game_id, max(oldest.ordinal) AS cut
        FROM (SELECT p.game_id, p.ordinal FROM pending p ORDER BY p.queued LIMIT commands_max) AS oldest
        GROUP BY oldest.game_id
    ) AS o;

    IF games IS NOT NULL THEN
        WITH gone AS (
            DELETE FROM pending p
            WHERE p.game_id = ANY (games) AND p.ordinal <= cuts[array_position(games, p.game_id)]
            RETURNING p.queued, p.game_id, p.first_version, p.last_version, p.ordinal, p.hashes, p.time_us, p.recorded_at
        )
        SELECT array_agg(g.game_id) AS game_ids, array_agg(g.queued) AS queued, array_agg(g.first_version) AS firsts,
               array_agg(g.last_version) AS lasts, array_agg(g.ordinal) AS ordinals, array_agg(g.time_us) AS times,
               array_agg(g.recorded_at) AS moments,
               array_agg(array_to_string(ARRAY(SELECT encode(h, 'hex') FROM unnest(g.hashes) AS h), '')) AS hashes
        INTO taken FROM gone g;

        INSERT INTO log (pos, game_id, kind, number, leaf, first_version, last_version, time_us, recorded_at)
        SELECT base + row_number() OVER (ORDER BY c.due, c.game_id, c.ordinal, e.at), c.game_id,
               CASE WHEN e.at <= c.last_version - c.first_version + 1 THEN 'step' ELSE 'command' END,
               CASE WHEN e.at <= c.last_version - c.first_version + 1 THEN c.first_version + e.at - 1 ELSE c.ordinal END,
               sha256('\x00'::bytea || decode(substr(c.hashes, (e.at - 1) * 64 + 1, 64), 'hex')),
               CASE WHEN e.at > c.last_version - c.first_version + 1 THEN c.first_version END,
               CASE WHEN e.at > c.last_version - c.first_version + 1 THEN c.last_version END,
               CASE WHEN e.at > c.last_version - c.first_version + 1 THEN c.time_us END,
               CASE WHEN e.at > c.last_version - c.first_version + 1 THEN c.recorded_at END
        FROM (
            SELECT t.*, max(t.queued) OVER (PARTITION BY t.game_id ORDER BY t.ordinal) AS due
            FROM unnest(taken.game_ids, taken.queued, taken.firsts, taken.lasts, taken.ordinals, taken.times, taken.moments,
                        taken.hashes)
                AS t (game_id, queued, first_version, last_version, ordinal, time_us, recorded_at, hashes)
        ) AS c
        CROSS JOIN LATERAL generate_series(1, c.last_version - c.first_version + 2) AS e (at);
        GET DIAGNOSTICS placed = ROW_COUNT;
    END IF;

    UPDATE sequencer SET last_pos = base + placed, expires_at = clock_timestamp() + lease;
    RETURN placed;
END $$;

-- As in 0012_transparency. Games and their events are asked for by id, all at once; the rest is local.

CREATE OR REPLACE FUNCTION publish_log(now_us bigint, every interval, entries_max integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    mine log_publication;
    until bigint;
    lag_us bigint;
    last bigint;
    first_late bigint;
    opened uuid[];
    delayed uuid[];
    ended uuid[];
    found_ids uuid[];
    delays bigint[];
BEGIN
    SELECT * INTO mine FROM log_publication WHERE looked_at < clock_timestamp() - every FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT least(last_pos, mine.examined + entries_max) INTO until FROM sequencer;

    SELECT array_agg(l.game_id) INTO opened
    FROM log l WHERE l.pos > mine.examined AND l.pos <= until AND l.kind = 'step' AND l.number = 1;
    IF opened IS NOT NULL THEN
        SELECT array_agg(o.game_id), array_agg(CASE WHEN o.seconds > 0 THEN o.seconds * 1000000 ELSE 3600000000 END)
        INTO found_ids, delays
        FROM (
            SELECT e.game_id, convert_from(e.body, 'UTF8')::jsonb #> '{data,terms,delay}' AS delay,
                   (convert_from(e.body, 'UTF8')::jsonb #>> '{data,terms,delay,seconds}')::bigint AS seconds
            FROM event e WHERE e.game_id = ANY (opened) AND e.version = 1 AND e.type = 'game.GameOpened'
        ) AS o
        WHERE jsonb_typeof(o.delay) = 'object';
        INSERT INTO delayed_game (game_id, delay_us)
        SELECT * FROM unnest(found_ids, delays) ON CONFLICT DO NOTHING;
    END IF;

    SELECT array_agg(d.game_id) INTO delayed FROM delayed_game d WHERE d.over_at IS NULL;
    IF delayed IS NOT NULL THEN
        SELECT array_agg(g.game_id) INTO ended
        FROM game g JOIN event e ON e.game_id = g.game_id AND e.version = g.version
        WHERE g.game_id = ANY (delayed) AND e.type = 'game.SeedRevealed';
        UPDATE delayed_game d SET over_at = to_timestamp(now_us / 1000000.0) WHERE d.game_id = ANY (ended);
    END IF;
    DELETE FROM delayed_game d
    WHERE d.over_at IS NOT NULL AND d.over_at + d.delay_us * interval '1 microsecond' < to_timestamp(now_us / 1000000.0);

    SELECT coalesce(max(delay_us), 0) INTO lag_us FROM delayed_game;
    last := least(until, mine.size + entries_max);
    IF lag_us > 0 THEN
        SELECT min(l.pos) INTO first_late FROM log l
        WHERE l.pos > mine.size AND l.pos <= last AND l.kind = 'command' AND l.time_us > now_us - lag_us;
        IF first_late IS NOT NULL THEN  -- up to the last whole command before it
            SELECT coalesce(max(l.pos), mine.size) INTO last
            FROM log l WHERE l.pos > mine.size AND l.pos < first_late AND l.kind = 'command';
        END IF;
    END IF;
    UPDATE log_publication SET size = last, examined = until, looked_at = clock_timestamp();
    RETURN last;
END $$;
