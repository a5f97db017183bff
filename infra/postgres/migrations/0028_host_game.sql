-- A game is counted among those of its host in one round trip, where it took six. infra/postgres/hosting.py calls this;
-- services/hosting.py says what the limits mean.

CREATE FUNCTION host_game(
    my_principal text, my_game uuid, is_sandbox boolean, has_begun boolean, by_bots boolean,
    open_max integer, running_max integer, bots_max integer, sandboxes_max integer,
    rests_after bigint  -- microseconds without a move, after which a sandbox does not count
) RETURNS TABLE (is_new boolean, open_games bigint, running bigint, bot_games bigint, sandboxes bigint)  -- no row: it is counted
LANGUAGE plpgsql AS $$
DECLARE
    own record;
BEGIN
    -- One lock for each principal until the transaction ends; the number keeps it apart from other locks of a database. Each statement
    -- below sees what its last holder committed.
    PERFORM pg_advisory_xact_lock(hashtextextended(my_principal, 1936684392));
    SELECT h.begun, h.bots_only INTO own FROM hosted h WHERE h.principal_id = my_principal AND h.game_id = my_game;
    is_new := NOT FOUND;
    IF NOT is_new AND own.begun >= has_begun AND own.bots_only >= by_bots THEN
        RETURN;
    END IF;
    FOR look IN 1..2 LOOP
        SELECT count(*) FILTER (WHERE NOT o.sandbox AND NOT o.begun), count(*) FILTER (WHERE NOT o.sandbox AND o.begun),
               count(*) FILTER (WHERE o.begun AND o.bots_only), count(*) FILTER (WHERE o.sandbox AND NOT o.rests)
        INTO open_games, running, bot_games, sandboxes
        FROM (
            SELECT h.sandbox, h.begun OR coalesce(l.phase = 'playing', false) AS begun,
                   h.bots_only OR coalesce(NOT ('' = ANY (l.bots)), false) AS bots_only,
                   coalesce(l.moved_us, extract(epoch FROM h.opened_at) * 1000000)
                       < extract(epoch FROM clock_timestamp()) * 1000000 - rests_after AS rests
            FROM hosted h LEFT JOIN game_list l USING (game_id)
            WHERE h.principal_id = my_principal AND h.game_id <> my_game
        ) AS o;
        IF NOT (is_new AND NOT is_sandbox AND NOT has_begun AND open_games >= open_max
                OR has_begun AND NOT is_sandbox AND running >= running_max
                OR has_begun AND by_bots AND bot_games >= bots_max
                OR is_new AND is_sandbox AND sandboxes >= sandboxes_max) THEN
            INSERT INTO hosted (principal_id, game_id, sandbox, begun, bots_only)
            VALUES (my_principal, my_game, is_sandbox, has_begun, by_bots)
            ON CONFLICT (principal_id, game_id) DO UPDATE
            SET begun = hosted.begun OR excluded.begun, bots_only = hosted.bots_only OR excluded.bots_only;
            RETURN;
        END IF;
        IF look = 1 THEN  -- games that are over, as the log says, and games that were counted and never opened
            PERFORM forget_hosted(my_principal);
        END IF;
    END LOOP;
    RETURN NEXT;
END $$;
