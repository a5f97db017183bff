-- What was one statement, with several tables in it, as functions of several statements: the same on one server and on Citus, where no
-- statement reads or writes tables of games and tables of the coordinator together. Each statement sees what was committed before it
-- began. parkings.py, caches.py, hosting.py, names.py and audit/heartbeat.py call them.

CREATE OR REPLACE FUNCTION park_game(my_game uuid, at_version integer, because text)
RETURNS TABLE (game_id text, version integer, why text, parked_us bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM 1 FROM game g WHERE g.game_id = my_game AND g.kind = 'game' FOR NO KEY UPDATE;
    IF FOUND THEN
        INSERT INTO parked (game_id, version, why, parked_at) VALUES (my_game, at_version, because, clock_timestamp())
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN QUERY SELECT p.game_id::text, p.version, p.why, (extract(epoch FROM p.parked_at) * 1000000)::bigint
                 FROM parked p WHERE p.game_id = my_game;
END $$;

CREATE OR REPLACE FUNCTION save_snapshot(
    my_game uuid, my_fingerprint text, my_version integer, my_state bytea, older_max integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO snapshot (game_id, fingerprint, version, state) VALUES (my_game, my_fingerprint, my_version, my_state)
    ON CONFLICT DO NOTHING;
    DELETE FROM snapshot s WHERE s.game_id = my_game AND (s.fingerprint <> my_fingerprint OR s.version IN (
        SELECT o.version FROM snapshot o WHERE o.game_id = my_game AND o.fingerprint = my_fingerprint AND o.version <> my_version
        ORDER BY o.version DESC OFFSET older_max
    ));
END $$;

CREATE OR REPLACE FUNCTION forget_hosted(my_principal text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    counted uuid[];
    ended uuid[];
    opened uuid[];
BEGIN
    SELECT array_agg(h.game_id) INTO counted FROM hosted h WHERE h.principal_id = my_principal;
    SELECT array_agg(g.game_id) INTO ended FROM game g JOIN event e ON e.game_id = g.game_id AND e.version = g.version
    WHERE g.game_id = ANY (counted) AND e.type = 'game.SeedRevealed';
    SELECT array_agg(g.game_id) INTO opened FROM game g WHERE g.game_id = ANY (counted);
    DELETE FROM hosted h WHERE h.principal_id = my_principal AND (
        h.game_id = ANY (ended)
        OR h.opened_at < clock_timestamp() - interval '1 minute' AND h.game_id <> ALL (coalesce(opened, '{}'))
    );
END $$;

CREATE OR REPLACE FUNCTION put_note(
    my_game uuid, my_note uuid, my_salt bytea, my_words text, my_principal text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM person p WHERE p.principal_id = my_principal FOR SHARE;
    IF NOT EXISTS (SELECT FROM person p WHERE p.principal_id = my_principal AND p.erased_at IS NOT NULL) THEN
        INSERT INTO note (game_id, note_id, audience, salt, words, principal_id)
        VALUES (my_game, my_note, 'arbiters and whom it touches', my_salt, my_words, my_principal)
        ON CONFLICT (game_id, note_id) DO NOTHING;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION erase_words(my_principal text)  -- the person is locked
RETURNS TABLE (seat_names bigint, titles bigint, notes bigint, tokens bigint) LANGUAGE plpgsql AS $$
DECLARE
    at timestamptz := clock_timestamp();
BEGIN
    UPDATE person p SET name = NULL, erased_at = at WHERE p.principal_id = my_principal;
    DELETE FROM seat_name s WHERE s.principal_id = my_principal;
    GET DIAGNOSTICS seat_names = ROW_COUNT;
    DELETE FROM stream_title t WHERE t.principal_id = my_principal;
    GET DIAGNOSTICS titles = ROW_COUNT;
    UPDATE note n SET words = NULL, salt = NULL, erased_at = at WHERE n.principal_id = my_principal AND n.words IS NOT NULL;
    GET DIAGNOSTICS notes = ROW_COUNT;
    UPDATE recovery r SET revoked_at = at WHERE r.principal_id = my_principal AND r.revoked_at IS NULL;
    DELETE FROM visit v WHERE v.principal_id = my_principal;
    SELECT count(*) INTO tokens FROM token t WHERE t.principal_id = my_principal AND t.revoked_at IS NULL;
    UPDATE token t SET label = '', revoked_at = coalesce(t.revoked_at, at) WHERE t.principal_id = my_principal;
    RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION beat(kind text, now_us bigint) RETURNS void LANGUAGE plpgsql AS $$  -- receipts are kept for 90 days
DECLARE
    last_us bigint;
    oldest_us bigint := beat.now_us - 7776000000000;
BEGIN
    INSERT INTO heartbeat (process, beat_us) VALUES (kind, now_us) ON CONFLICT DO NOTHING;
    SELECT beat_us INTO last_us FROM heartbeat WHERE process = kind FOR UPDATE;
    IF now_us - last_us > 30000000 THEN
        INSERT INTO outage (process, from_us, to_us) VALUES (kind, last_us, now_us) ON CONFLICT DO NOTHING;
    END IF;
    UPDATE heartbeat SET beat_us = greatest(last_us, now_us) WHERE process = kind;
    DELETE FROM receipt r WHERE r.last_us < oldest_us;
END $$;
