-- Who opened which game that is not over: so that no principal takes all of the service, and tables that nobody joins are closed.
--
--   hosted   one row for a game that a principal opened and that was not over when somebody last counted
--
-- A row is written before the first step of its game. Rows of games that are over are deleted when their host has reached a limit
-- (services/hosting.py), so there are about as many as it allows, and no count reads all finished games of a principal. It is
-- beside the log: nothing here is hashed, and it may be filled anew by the statement below.
--
-- Its rows are found by principal and not by game: where tables are distributed by game_id, it is a reference table.

CREATE TABLE hosted (
    principal_id  text        NOT NULL,
    game_id       uuid        NOT NULL,
    sandbox       boolean     NOT NULL,
    begun         boolean     NOT NULL,                       -- whether play has begun, or is about to
    bots_only     boolean     NOT NULL,                       -- whether bots played all seats then
    opened_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (principal_id, game_id)
);
CREATE INDEX hosted_game ON hosted (game_id);

INSERT INTO hosted (principal_id, game_id, sandbox, begun, bots_only)
SELECT c.principal, l.game_id, l.sandbox, l.phase = 'playing', NOT ('' = ANY (l.bots))
FROM game_list l JOIN command c ON c.game_id = l.game_id AND c.ordinal = 1
WHERE l.phase IN ('open', 'playing');

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON hosted TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
