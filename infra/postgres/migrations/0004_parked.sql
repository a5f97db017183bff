-- Parked games: something is wrong on our side, so a game takes no commands until somebody unparks it (`emberlog games unpark`).
-- append_batch (the first migration) refuses to write to a game that has a row here.
--
-- A row is inserted under the lock of the game's row, which every writer of the game takes. So a writer that has the lock before
-- finishes first, and a writer that takes it afterwards sees the row. There is no foreign key: a game whose rows are restored from a
-- backup stays parked meanwhile.

CREATE TABLE parked (
    game_id    uuid        NOT NULL PRIMARY KEY,
    version    integer     NOT NULL CHECK (version > 0),  -- the step at which something is wrong
    why        text        NOT NULL,                      -- for the organiser; names nothing that a game hides
    parked_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON parked TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
