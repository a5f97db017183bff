-- How far the time of each process is ahead of this database's, for the clocks of games (services/clock.py).
--
-- The database's clock jumps with that of its machine, and processes do not follow (GAME-CLOCK-05). So they compare with
-- one another, too. A row counts while the connection that wrote it is open, which needs no clock to tell. It is a cache:
-- it may be emptied at any time.

CREATE UNLOGGED TABLE process_time (
    process   uuid     PRIMARY KEY,
    backend   integer  NOT NULL,                     -- the connection that wrote it, as in pg_stat_activity
    ahead_us  bigint   NOT NULL
);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON process_time TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
