-- Runs that decided games a second time by another version of their ruleset. They change nothing: only a ruling does.
--
--   readjudication       one row a run: which ruleset, from which version to which, how, by whom, when
--   readjudication_game  one row a game of a run: what differs, and the results as played and by the other version
--
-- Both may be deleted; `emberlog readjudicate` makes them anew. They hold finished games alone, of which nothing is hidden.

CREATE TABLE readjudication (
    run           uuid        NOT NULL PRIMARY KEY,
    ruleset       text        NOT NULL,
    from_version  integer     NOT NULL,
    to_version    integer     NOT NULL,
    mode          text        NOT NULL CHECK (mode IN ('local', 'followed')),
    by_whom       text        NOT NULL,              -- the principal of the token, '' for the terminal of the service
    began_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at      timestamptz,                       -- NULL while it goes on, and for a run that was stopped
    games         integer     NOT NULL DEFAULT 0,
    differ        integer     NOT NULL DEFAULT 0     -- games in which more differs than what the record says
);

CREATE TABLE readjudication_game (
    run         uuid     NOT NULL,
    game_id     uuid     NOT NULL,
    differs     boolean  NOT NULL,
    commands    integer  NOT NULL,
    legality    integer  NOT NULL,
    play        integer  NOT NULL,
    records     integer  NOT NULL,
    first_step  integer,
    stops_at    integer,
    body        bytea    NOT NULL,                   -- all of it, as canonical JSON
    PRIMARY KEY (run, game_id)
);
CREATE INDEX readjudication_game_differs ON readjudication_game (run, game_id) WHERE differs;

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON readjudication, readjudication_game TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
